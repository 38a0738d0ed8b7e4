/** The measured table: 'Codigos'. */
export const TAB = 'codigos'
export const ENDPOINT = 'SelectCodes'
/** The fields of a row. */
export const FIELDS = ['id', 'name', 'userName', 'used', 'date'] as const
/** One-based positions of columns in the tab. */
export const NUMBER_COLUMN = 1
export const NAME_COLUMN = 3
/** Finds a few of 100,000 rows, but not the first. */
export const SEARCH = 'xq7'

const NAMES = ['Ana María', 'Luis', 'José', 'Álvaro', 'Camila', 'Ñico', 'Sofía', 'Martín', 'Lucía', 'Zoraida']
const SURNAMES = ['Pérez', 'Gómez', 'Torres', 'Ñáñez', 'García', 'Rodríguez', 'López', 'Zuluaga']
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

type Random = () => number
const pick = (random: Random, from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
const randomInteger = (random: Random, limit: number) => Math.floor(random() * limit)
const twoDigits = (value: number) => String(value).padStart(2, '0')
const person = (random: Random) => `${pick(random, NAMES)} ${pick(random, SURNAMES)} ${randomInteger(random, 1000)}`
const randomCode = (random: Random) =>
  Array.from({ length: 10 }, () => LETTERS[randomInteger(random, LETTERS.length)]).join('')
const date = (random: Random) =>
  `2026-${twoDigits(1 + randomInteger(random, 12))}-${twoDigits(1 + randomInteger(random, 28))} ${twoDigits(randomInteger(random, 24))}:${twoDigits(randomInteger(random, 60))}:${twoDigits(randomInteger(random, 60))}`

/** The code at an index. The codes are the same in every run, and not in order. */
function code(index: number, random: Random): Record<(typeof FIELDS)[number], string | number | null> {
  const used = index % 8 < 3 ? 1 : 0
  return {
    id: (index * 7919 + 13) % 1_000_003,
    name: randomCode(random),
    userName: used ? person(random) : null,
    used,
    date: date(random),
  }
}

/** Creates a response body of `count` codes, in the envelope of two levels (D1, envelope). */
export function bodyOf(count: number): Buffer {
  const random = randomNumbers(count)
  const parts: Buffer[] = []
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => code(from + index, random))
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${JSON.stringify(rows).slice(1, -1)}`))
  }
  return Buffer.concat([Buffer.from('{"data":{"data":['), ...parts, Buffer.from(']}}')])
}

/** A seeded generator of numbers in [0, 1): mulberry32. */
function randomNumbers(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
