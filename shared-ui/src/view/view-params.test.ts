import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRowKeys } from './row-keys'
import { formatView, parseView } from './view-params'
import { NO_DAY } from './view-state'

const columns = [
  { field: 'id' },
  { field: 'used', filter: 'values' },
  { field: 'date', filter: 'dates' },
  { field: 'key', filter: 'rows' },
] as const
const sizes = [10, 25]
const parse = (params: string) => parseView(params, columns, sizes)
const initialView = parse('')

describe('parseView', () => {
  it('reads search, filters, order, page and page size', () => {
    expect(
      parse('q=ana+ruiz&used=sin+redimir&date=2025-10-22..2025-11-22&orden=date.desc&pagina=7&filas=25&filtro=ana'),
    ).toEqual({
      search: 'ana ruiz',
      filters: { used: 'sin redimir', date: '2025-10-22..2025-11-22' },
      serverFilter: 'ana',
      order: { field: 'date', direction: -1 },
      page: 7,
      size: 25,
    })
  })

  it.each([
    '',
    'unknown=1&id=5',
    '__proto__=1&constructor=x',
    'pagina=-1',
    'pagina=1e9',
    'pagina=0&filas=7',
    'orden=unknown.asc&orden=',
    'orden=date',
    'orden=__proto__.asc',
    'date=99-99',
    'key=',
    `q=${'x'.repeat(100_000)}`,
    `filtro=${'x'.repeat(51)}`,
    '%E0%A4%A',
  ])('ignores an invalid parameter: %.40s', (params) => {
    const view = parse(params)
    expect(view.filters).toEqual({})
    expect(view).toMatchObject({ order: undefined, page: 1, size: 10, serverFilter: undefined })
  })

  it('ignores only the invalid parameters', () => {
    expect(parse('q=ana&pagina=-1&date=99-99&used=redimido')).toEqual({
      ...initialView,
      search: 'ana',
      filters: { used: 'redimido' },
    })
  })
})

describe('formatView', () => {
  it('leaves out what is initial', () => {
    expect(formatView(initialView)).toBe('')
    expect(formatView({ ...initialView, search: '  ' })).toBe('')
  })

  it('is read back as the same view', () => {
    const rowKeys = fc.array(fc.constantFrom('5', '"5"', ':"A, B"'), { minLength: 1 }).map(formatRowKeys)
    const view = fc.record({
      search: fc.string({ unit: 'grapheme' }).filter((text) => text === '' || text.trim() !== ''),
      filters: fc.record(
        { used: fc.string(), date: fc.constantFrom('2025-01-01..', '..2024-02-29', NO_DAY), key: rowKeys },
        { requiredKeys: [] },
      ),
      serverFilter: fc.constantFrom(undefined, 'ana', 'a&b=c'),
      order: fc.constantFrom(
        undefined,
        { field: 'id', direction: 1 as const },
        { field: 'date', direction: -1 as const },
      ),
      page: fc.integer({ min: 1, max: 99_999_999 }),
      size: fc.constantFrom(...sizes),
      detail: fc.constantFrom(undefined, 'codigo:A&B=1', 'persona:Ana: Ñ', 'usuario:12'),
    })
    fc.assert(
      fc.property(view, (view) => {
        expect(parse(formatView(view))).toEqual(view)
      }),
      { seed: 1 },
    )
  })
})
