import { backend, column, renderTab } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { codes } from './tab'

// In the rows: the counts of the view bar have the same words.
const tagOf = (text: string) => within(screen.getByRole('table')).getByText(text).closest('.p-tag')?.className

it('shows unassigned codes in warning, unused ones in success and redeemed ones in danger severity', async () => {
  backend.respond('SelectCodes', {
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
