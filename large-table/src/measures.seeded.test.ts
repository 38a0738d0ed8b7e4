import { describe, expect, it } from 'vitest'
import type { AnyRow, Cell } from './parse-rows'
import { allRows } from './query'
import type { Group, GroupRequest, Measure } from './row-store'
import { randomNumbers } from './testing/random-rows'
import { ROW_STORES } from './testing/row-stores'

const RUNS = process.env.LONG_TESTS ? 2_000 : 20

const PERSON = { field: 'id', textKey: 'name' } as const
const SCORE = ['code', 'codeDate', 'points', 'date', 'place'] as const
const REFERRAL = ['given', 'givenDate', 'givenPlace'] as const
const FIELDS = ['id', 'name', 'city', ...SCORE, ...REFERRAL] as const

type Entry = Readonly<Partial<Record<(typeof FIELDS)[number], Cell>>>

/** What a service knows of a person, before it makes rows of it. */
interface Person {
  who: Entry
  scores: Entry[]
  referrals: Entry[]
}

const CITIES = ['Cali', 'Bogotá', null]
const PLACES = ['Norte', 'Sur', '', null]
const DAYS = [
  '2025-05-31 23:59:59',
  '2025-06-01 00:00:00',
  '2025-06-15',
  '2025-06-30 23:59:59',
  '2025-07-01',
  'ayer',
  null,
]
const POINTS = [10, 20, 9007199254740993n, -5]
const PERIODS = [undefined, { from: '2025-06-01', to: '2025-06-30' }, { from: '2025-06-15', to: '' }]

/** @param isUnique no two entries of a person are equal: rows that combine them could not tell them from a repetition */
function drawPersons(random: () => number, isUnique: boolean): Person[] {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  let serial = 0
  const entries = (draw: () => Entry) => Array.from({ length: Math.floor(random() * 4) }, draw)
  const placeOf = () => (isUnique ? `${pick(['Norte', 'Sur'])} ${serial++}` : pick(PLACES))
  return Array.from({ length: 8 }, (_, index) => ({
    // Namesakes with different ids, and persons without an id, of whom each has a name of its own.
    who:
      random() < 0.6
        ? { id: index + 1, name: pick(['Ana', 'Luis', '']), city: pick(CITIES) }
        : { id: pick([null, '']), name: `Sin id ${index}`, city: pick(CITIES) },
    scores: entries(() => ({
      ...(random() < 0.5 ? { code: `C${index} ${pick([1, 2, 3])}`, codeDate: pick(DAYS) } : {}),
      points: pick(POINTS),
      date: pick(DAYS),
      place: placeOf(),
    })),
    referrals: entries(() => ({ given: pick(POINTS), givenDate: pick(DAYS), givenPlace: placeOf() })),
  }))
}

/** A row for each entry, as the reference backend makes them. */
const apart = ({ who, scores, referrals }: Person): Entry[] => {
  const entries = [...scores, ...referrals]
  return (entries.length > 0 ? entries : [{}]).map((entry) => ({ ...who, ...entry }))
}

/** A row for each score with each referral, as a join of tables makes them. */
const combined = ({ who, scores, referrals }: Person): Entry[] =>
  (scores.length > 0 ? scores : [{}]).flatMap((score) =>
    (referrals.length > 0 ? referrals : [{}]).map((referral) => ({ ...who, ...score, ...referral })),
  )

function measures(days: (typeof PERIODS)[number]): Measure[] {
  const measure = (field: string, dates: string, further: readonly string[], beside?: readonly string[]): Measure => ({
    field,
    ...(days && { dates: { field: dates }, days }),
    once: { key: { ...PERSON, further }, beside },
  })
  return [
    { field: 'id', once: { key: PERSON } },
    measure('code', 'codeDate', ['code']),
    { ...measure('points', 'date', SCORE, REFERRAL), isSum: true },
    { ...measure('given', 'givenDate', REFERRAL, SCORE), isSum: true },
  ]
}

const isIn = (date: Cell | undefined, days: (typeof PERIODS)[number]) => {
  if (!days) return true
  const day = /^\d{4}-\d\d-\d\d/.exec(String(date ?? ''))?.[0]
  return day !== undefined && day >= days.from && (days.to === '' || day <= days.to)
}

const sumOf = (cells: readonly (Cell | undefined)[]) => cells.reduce<bigint>((sum, cell) => sum + BigInt(cell ?? 0), 0n)

/** The figures of persons, from what the service knows. */
function figuresOf(persons: readonly Person[], days: (typeof PERIODS)[number]) {
  const scores = persons.flatMap((person, index) => person.scores.map((score) => ({ ...score, index })))
  const codes = scores.filter(({ code, codeDate }) => code && isIn(codeDate, days))
  const referrals = persons.flatMap(({ referrals }) => referrals)
  return {
    codes: new Set(codes.map(({ code, index }) => `${index} ${String(code)}`)).size,
    points: sumOf(scores.filter(({ date }) => isIn(date, days)).map(({ points }) => points)),
    given: sumOf(referrals.filter(({ givenDate }) => isIn(givenDate, days)).map(({ given }) => given)),
  }
}

const isActive = ({ scores, referrals }: Person, days: (typeof PERIODS)[number]) =>
  !days ||
  scores.some(({ code, codeDate, date }) => isIn(date, days) || (code && isIn(codeDate, days))) ||
  referrals.some(({ givenDate }) => isIn(givenDate, days))

function shown(group: Group | undefined) {
  const [persons = 0n, codes = 0n, points = 0n, given = 0n] = group?.figures.map(({ total }) => BigInt(total)) ?? []
  return { persons: Number(persons), codes: Number(codes), points, given }
}

describe.each(ROW_STORES)('rows %s', (_name, store) => {
  it.each([
    ['a row for each entry', apart, false],
    ['rows that combine entries', combined, true],
  ])(
    `count persons and codes once, and add up points by their own dates: %s, ${RUNS} times`,
    async (_what, rowsOf, isUnique) => {
      for (let seed = 0; seed < RUNS; seed++) {
        const random = randomNumbers(seed)
        const persons = drawPersons(random, isUnique)
        const days = PERIODS[seed % PERIODS.length]
        const rows = persons
          .flatMap(rowsOf)
          .map((row) => Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null])))
        const stored = await store(FIELDS, rows as AnyRow[])
        const request: GroupRequest = { query: allRows, by: { field: 'city' }, unit: 'value', measures: measures(days) }
        const grouped = await stored.groups(request)
        const expected = (some: readonly Person[]) => {
          const active = some.filter((person) => isActive(person, days))
          return { persons: active.length, ...figuresOf(some, days) }
        }
        const ofCity = (city: Cell) => persons.filter(({ who }) => who.city === city)
        const groupOf = (city: Cell) => grouped.groups.find(({ text }) => text === city)
        const found = [groupOf('Cali'), groupOf('Bogotá'), grouped.unplaced, grouped.total].map(shown)
        expect([seed, ...found]).toEqual([
          seed,
          ...['Cali', 'Bogotá', null].map((city) => expected(ofCity(city))),
          expected(persons),
        ])
        stored.close()
      }
    },
  )

  it('count rows without a date, or with a cell without its date, beside the days of others', async () => {
    const rows = [
      { id: 1, code: 'A', codeDate: '2025-06-01', points: 10, date: '2025-05-01' },
      { id: 1, code: 'B', codeDate: 'ayer', points: 20, date: '2025-06-02' },
      { id: 2, given: 5, givenDate: '2025-07-01' },
      { id: 3 },
    ]
    const { groups, undated, total } = await (await store(FIELDS, rows)).groups({
      query: allRows,
      by: { field: 'id' },
      unit: 'value',
      measures: measures(PERIODS[1]),
    })
    expect(groups.map(({ text, count }) => [text, count])).toEqual([['1', 2]])
    expect(shown(total)).toEqual({ persons: 1, codes: 1, points: 20n, given: 0n })
    expect(undated).toBe(2)
  })
})
