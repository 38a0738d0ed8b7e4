import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ActionColumn, Column } from '../rows/columns'
import { type Person, people } from '../testing/people'
import { TableBody } from './TableBody'

const body = (columns: Column<Person>[], rows: readonly Person[]) => (
  <TableBody columns={columns} rows={rows} size={10} emptyMessage="no hay datos" />
)

it('renders a cell again only for another row or column', () => {
  const renderAction = vi.fn(() => 'Borrar')
  const column: ActionColumn<Person> = { header: 'Acciones', render: renderAction }
  const rows = people(3)
  const { rerender } = render(body([column], rows))
  rerender(body([column], [...rows]))
  expect(renderAction).toHaveBeenCalledTimes(3)
  rerender(body([column], [...rows.slice(0, 2), ...people(1)]))
  expect(renderAction).toHaveBeenCalledTimes(4)
  rerender(body([{ ...column }], rows))
  expect(renderAction).toHaveBeenCalledTimes(7)
})

it('renders text with a severity as a tag, other text without', () => {
  const display = {
    map: [[null, { text: 'No asignado', severity: 'warning' }]],
    fallback: { text: 'asignado' },
  } as const
  render(body([{ header: 'Nombre', field: 'name', display }], [{ id: 1, name: null }, ...people(1)]))
  expect(screen.getByText('No asignado').closest('.p-tag-warning')).not.toBeNull()
  expect(screen.getByText('asignado').closest('.p-tag')).toBeNull()
})
