import type { Row } from '@canje/large-table'
import { expect, it } from 'vitest'
import { columnLayouts, textClass } from './column-layout'
import { type Column, fieldColumns } from './columns'

const plain = fieldColumns({ a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' })
type PlainColumn = Column<Row<'a' | 'b' | 'c' | 'd' | 'e'>>
const action = { header: 'Acciones', width: 5, render: () => null }

it('places fixed columns beside each other', () => {
  const columns = fieldColumns({
    id: { header: 'Id', width: 5, fixed: true },
    name: { header: 'Nombre', fixed: true },
    date: 'Fecha',
  })
  expect(columnLayouts(columns).map(({ left }) => left)).toEqual(['0rem', '5rem', undefined])
})

it('puts the first four data columns on a card', () => {
  const columns: PlainColumn[] = [action, ...plain]
  expect(columnLayouts(columns).map(({ card }) => card)).toEqual([
    undefined,
    'top-start',
    'top-end',
    'bottom-start',
    'bottom-end',
    undefined,
  ])
})

it('puts only the declared columns on a card, if there are any', () => {
  const columns: PlainColumn[] = [...plain, { ...action, card: 'bottom-end' }]
  expect(columnLayouts(columns).map(({ card }) => card)).toEqual([...plain.map(() => undefined), 'bottom-end'])
})

it('names the kind of a column', () => {
  const columns = fieldColumns({
    id: { header: 'Id', kind: 'number', fixed: true },
    code: { header: 'Codigo', kind: 'code' },
    date: 'Fecha',
  })
  expect(columnLayouts([...columns, action]).map(({ className }) => className)).toEqual([
    'number-cell fixed-cell',
    'code-cell',
    'text-cell',
    'action-cell',
  ])
})

it('tells numbers that may be wider than their column', () => {
  const options = { header: 'Id', width: 4.5 }
  const [id, phone] = fieldColumns({ id: { ...options, kind: 'number' }, phone: options })
  const classes = [id, id, phone].map((column, index) => column && textClass(column, '123456'.repeat(1 + index)))
  expect(classes).toEqual(['cell-text', 'cell-text long-number', 'cell-text'])
})
