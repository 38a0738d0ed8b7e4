/** A measured table: its tab, its endpoint and its rows. */
export interface TableData {
  /** Value of `tab` in the URL. */
  tabId: string
  endpoint: string
  /** One-based position of the `name` column in the tab. Its values are distinct codes, or some of 80 000 names. */
  nameColumn: number
  /** Text of a search that finds a few of 100,000 rows, but not the first. */
  search: string
  /** Text of a search that finds thousands of 100,000 rows, to be copied. */
  many?: string
  /** Its rows open details. */
  hasPanel?: boolean
  /** It has 'Resumen'. */
  hasSummary?: boolean
  /** Creates the row at an index. The rows are the same in every run, and not in order. */
  row: (index: number, random: () => number) => Record<string, string | number | null>
}

const NAMES = ['Ana María', 'Luis', 'José', 'Álvaro', 'Camila', 'Ñico', 'Sofía', 'Martín', 'Lucía', 'Zoraida']
const SURNAMES = ['Pérez', 'Gómez', 'Torres', 'Ñáñez', 'García', 'Rodríguez', 'López', 'Zuluaga']
const CITIES = ['Bogotá', 'Medellín', 'Cali', 'Barranquilla', 'Ibagué', 'Pasto', 'Tunja']
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Persons with rows in the report. */
const PERSONS = 20_000

type Random = () => number
const pick = (random: Random, from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
const randomInteger = (random: Random, limit: number) => Math.floor(random() * limit)
const twoDigits = (value: number) => String(value).padStart(2, '0')
const person = (random: Random) => `${pick(random, NAMES)} ${pick(random, SURNAMES)} ${randomInteger(random, 1000)}`
const randomCode = (random: Random) =>
  Array.from({ length: 10 }, () => LETTERS[randomInteger(random, LETTERS.length)]).join('')
const date = (random: Random) =>
  `2026-${twoDigits(1 + randomInteger(random, 12))}-${twoDigits(1 + randomInteger(random, 28))} ${twoDigits(randomInteger(random, 24))}:${twoDigits(randomInteger(random, 60))}:${twoDigits(randomInteger(random, 60))}`

export const codes: TableData = {
  tabId: 'codigos',
  endpoint: 'SelectCodes',
  nameColumn: 3,
  search: 'xq7',
  hasPanel: true,
  row: (index, random) => {
    // The first rows too, so that their details need the report.
    const used = index % 8 < 3 ? 1 : 0
    return {
      id: (index * 7919 + 13) % 1_000_003,
      name: randomCode(random),
      userName: used ? person(random) : null,
      used,
      date: date(random),
    }
  },
}

export const scores: TableData = {
  tabId: 'puntaje',
  endpoint: 'SelectScores',
  nameColumn: 3,
  search: 'zuluaga 777',
  row: (index, random) => ({
    id: (index * 7919 + 13) % 1_000_003,
    name: person(random),
    points: randomInteger(random, 1000),
    locate: `Sede ${randomInteger(random, 200)}`,
    date: date(random),
  }),
}

export const report: TableData = {
  tabId: 'reportes',
  endpoint: 'SelectReport',
  nameColumn: 2,
  search: 'persona.7777',
  many: 'cali ar',
  hasSummary: true,
  row: (_index, random) => ({
    id: randomInteger(random, PERSONS),
    name: person(random),
    mail: `persona.${randomInteger(random, 1e6)}@example.com`,
    phone: `+573${randomInteger(random, 1e9)}`,
    identification_number: String(10_000_000 + randomInteger(random, 9e7)),
    userDate: date(random),
    cityName: pick(random, CITIES),
    documentType: 'Cédula de ciudadanía',
    code: randomCode(random),
    codeDate: date(random),
    scorePoints: randomInteger(random, 1000),
    scoreDate: date(random),
    scoreLocate: `Sede ${randomInteger(random, 200)}`,
    referalPoint: randomInteger(random, 100),
    referalDate: date(random),
    referalLocate: `Sede ${randomInteger(random, 200)}`,
    referalName: person(random),
  }),
}

/** The fields of a row, in the order of the plain table's columns. */
export function fieldsOf({ row }: TableData): string[] {
  return Object.keys(row(0, () => 0))
}

/** Creates a response body of `count` rows, in the envelope of two levels (D1, envelope). */
export function bodyOf({ row }: TableData, count: number): Buffer {
  const random = randomNumbers(count)
  const parts: Buffer[] = []
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => row(from + index, random))
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
