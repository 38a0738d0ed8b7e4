import { screen, waitFor } from '@testing-library/react'
import { backend, column, renderTab } from 'tab-testing'
import { expect, it } from 'vitest'
import { codes } from './section'

const tagOf = (text: string) => screen.getByText(text).closest('.p-tag')?.className

it('marks an unassigned code in warning, an unused one in success and a redeemed one in danger', async () => {
  backend.answer('SelectCodes', {
    data: [
      { id: 1, name: 'A', userName: null, used: 0 },
      { id: 2, name: 'B', userName: 'Ana Ruiz', used: 1 },
    ],
  })
  await renderTab(codes.Tab)
  await waitFor(() => expect(column('Usuario')).toEqual(['No asignado', 'Ana Ruiz']))
  expect(tagOf('No asignado')).toContain('p-tag-warning')
  expect(tagOf('sin redimir')).toContain('p-tag-success')
  expect(tagOf('redimido')).toContain('p-tag-danger')
  expect(tagOf('Ana Ruiz')).toBeUndefined()
})

it('takes a code as redeemed only for 1, "1" and true, and lets no redeemed one be deleted', async () => {
  const uses = [1, '1', true, 0, '0', false, null, 2, 'true']
  backend.answer('SelectCodes', { data: uses.map((used, id) => ({ id, name: `C${id}`, used })) })
  await renderTab(codes.Tab)
  await waitFor(() => expect(column('Codigo')).toHaveLength(uses.length))
  const redeemed = [true, true, true, false, false, false, false, false, false]
  expect(column('Estado')).toEqual(redeemed.map((isRedeemed) => (isRedeemed ? 'redimido' : 'sin redimir')))
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Borrar' })
  expect(buttons.map(({ disabled }) => disabled)).toEqual(redeemed)
})
