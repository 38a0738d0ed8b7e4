import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ControlColumn } from '../rows/columns'
import { type Person, people } from '../testing/people'
import { TableBody } from './TableBody'

it('draws a cell anew only with another row or another column', () => {
  const body = vi.fn(() => 'Borrar')
  const column: ControlColumn<Person> = { header: 'Acciones', body, exportable: false }
  const rows = people(3)
  const drawn = (columns: ControlColumn<Person>[], shown: readonly Person[]) => (
    <TableBody columns={columns} rows={shown} size={10} emptyMessage="no hay datos" />
  )
  const { rerender } = render(drawn([column], rows))
  rerender(drawn([column], [...rows]))
  expect(body).toHaveBeenCalledTimes(3)
  rerender(drawn([column], [...rows.slice(0, 2), ...people(1)]))
  expect(body).toHaveBeenCalledTimes(4)
  rerender(drawn([{ ...column }], rows))
  expect(body).toHaveBeenCalledTimes(7)
})
