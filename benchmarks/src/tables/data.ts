/** A table that the benchmark asks for: which tab shows it, by which call, and its rows. */
export interface TableData {
  /** The tab in the address. */
  tabId: string
  call: string
  fields: readonly string[]
  /** The place of `name` among the columns of the tab, from 1: a code, each another, or one of 80 000 names of people. */
  nameColumn: number
  /** The row at a place; the rows of a table are the same in every run, and none is in order. */
  row: (index: number, random: () => number) => Record<string, string | number | null>
}

const NAMES = ['Ana María', 'Luis', 'José', 'Álvaro', 'Camila', 'Ñico', 'Sofía', 'Martín', 'Lucía', 'Zoraida']
const SURNAMES = ['Pérez', 'Gómez', 'Torres', 'Ñáñez', 'García', 'Rodríguez', 'López', 'Zuluaga']
const CITIES = ['Bogotá', 'Medellín', 'Cali', 'Barranquilla', 'Ibagué', 'Pasto', 'Tunja']
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

type Random = () => number
const pick = (random: Random, from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
const whole = (random: Random, limit: number) => Math.floor(random() * limit)
const two = (value: number) => String(value).padStart(2, '0')
const person = (random: Random) => `${pick(random, NAMES)} ${pick(random, SURNAMES)} ${whole(random, 1000)}`
const text = (random: Random) => Array.from({ length: 10 }, () => LETTERS[whole(random, LETTERS.length)]).join('')
const date = (random: Random) =>
  `2026-${two(1 + whole(random, 12))}-${two(1 + whole(random, 28))} ${two(whole(random, 24))}:${two(whole(random, 60))}:${two(whole(random, 60))}`

export const codes: TableData = {
  tabId: 'codigos',
  call: 'SelectCodes',
  fields: ['id', 'name', 'userName', 'used', 'date'],
  nameColumn: 3,
  row: (index, random) => {
    const used = whole(random, 3) === 0 ? 1 : 0
    return {
      id: (index * 7919 + 13) % 1_000_003,
      name: text(random),
      userName: used ? person(random) : null,
      used,
      date: date(random),
    }
  },
}

export const scores: TableData = {
  tabId: 'puntaje',
  call: 'SelectScores',
  fields: ['id', 'name', 'points', 'locate', 'date'],
  nameColumn: 3,
  row: (index, random) => ({
    id: (index * 7919 + 13) % 1_000_003,
    name: person(random),
    points: whole(random, 1000),
    locate: `Sede ${whole(random, 200)}`,
    date: date(random),
  }),
}

export const report: TableData = {
  tabId: 'reportes',
  call: 'SelectReport',
  fields: [
    'id',
    'name',
    'mail',
    'phone',
    'identification_number',
    'userDate',
    'cityName',
    'documentType',
    'code',
    'codeDate',
    'scorePoints',
    'scoreDate',
    'scoreLocate',
    'referalPoint',
    'referalDate',
    'referalLocate',
    'referalName',
  ],
  nameColumn: 2,
  row: (index, random) => ({
    id: (index * 7919 + 13) % 1_000_003,
    name: person(random),
    mail: `persona.${whole(random, 1e6)}@example.com`,
    phone: `+573${whole(random, 1e9)}`,
    identification_number: String(10_000_000 + whole(random, 9e7)),
    userDate: date(random),
    cityName: pick(random, CITIES),
    documentType: 'Cédula de ciudadanía',
    code: text(random),
    codeDate: date(random),
    scorePoints: whole(random, 1000),
    scoreDate: date(random),
    scoreLocate: `Sede ${whole(random, 200)}`,
    referalPoint: whole(random, 100),
    referalDate: date(random),
    referalLocate: `Sede ${whole(random, 200)}`,
    referalName: person(random),
  }),
}

/** The server's answer with that many rows, in the envelope of two levels (D1). */
export function bodyOf({ row }: TableData, count: number): Buffer {
  const random = numbers(count)
  const parts: Buffer[] = []
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => row(from + index, random))
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${JSON.stringify(rows).slice(1, -1)}`))
  }
  return Buffer.concat([Buffer.from('{"data":{"data":['), ...parts, Buffer.from(']}}')])
}

/** Numbers from 0 up to 1, the same for a seed (mulberry32). */
function numbers(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
