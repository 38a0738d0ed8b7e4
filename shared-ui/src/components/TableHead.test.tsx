import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { type Column, fieldColumns } from '../rows/columns'
import type { Person } from '../testing/people'
import type { Order } from '../view/view-state'
import { TableHead } from './TableHead'

const columns: Column<Person>[] = [
  ...fieldColumns<keyof Person>({ id: { header: 'Id', width: 5, kind: 'number', fixed: true }, name: 'Nombre' }),
  { header: 'Acciones', width: 6, render: () => null },
]

function Head({ onOrder }: { onOrder: (order: Order | undefined) => void }) {
  const [order, setOrder] = useState<Order>()
  return (
    <table>
      <TableHead
        columns={columns}
        order={order}
        onOrder={(next) => {
          setOrder(next)
          onOrder(next)
        }}
      />
    </table>
  )
}

function renderHead() {
  const onOrder = vi.fn()
  render(<Head onOrder={onOrder} />)
  return { user: userEvent.setup(), onOrder }
}

const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

it.each([
  ['texts ascending, then descending', 'Nombre', 1, ['ascending', 'descending', 'none', 'ascending']],
  ['numbers descending, then ascending', 'Id', -1, ['descending', 'ascending', 'none', 'descending']],
] as const)('sorts %s, then restores the order of the server', async (_order, name, first, expected) => {
  const { user, onOrder } = renderHead()
  const sorts = []
  for (let press = 0; press < 4; press++) {
    await user.click(screen.getByRole('button', { name }))
    sorts.push(sortOf(name))
  }
  expect(sorts).toEqual(expected)
  expect(onOrder.mock.calls.map(([order]) => order?.direction)).toEqual([first, -first, undefined, first])
})

it('sorts once by a press of the cell, or by Enter on its button', async () => {
  const { user, onOrder } = renderHead()
  await user.click(screen.getByRole('columnheader', { name: 'Nombre' }))
  expect(onOrder).toHaveBeenCalledTimes(1)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(onOrder).toHaveBeenLastCalledWith({ field: 'id', direction: -1 })
  expect(onOrder).toHaveBeenCalledTimes(2)
})

it('does not sort by a column of controls', () => {
  renderHead()
  expect(sortOf('Acciones')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Acciones' })).toBeNull()
})

it('describes a header outside its cell, and only one with a description', () => {
  const described = fieldColumns<'id' | 'name'>({
    id: { header: 'Id', description: 'Id del usuario' },
    name: 'Nombre',
  })
  render(
    <table>
      <TableHead columns={described} order={undefined} onOrder={() => undefined} />
    </table>,
  )
  const [id, name] = screen.getAllByRole('columnheader')
  expect(id?.textContent).toBe('Id')
  expect(id?.title).toBe('Id del usuario')
  expect(screen.getByRole('button', { name: 'Id', description: 'Id del usuario' })).toBeTruthy()
  expect(name?.hasAttribute('title')).toBe(false)
})

it('declares the widths of all columns, and the place of fixed ones', () => {
  renderHead()
  expect([...document.querySelectorAll('col')].map(({ style }) => style.width)).toEqual(['5rem', '10rem', '6rem'])
  expect(screen.getByRole('columnheader', { name: 'Id' }).style.left).toBe('0rem')
})
