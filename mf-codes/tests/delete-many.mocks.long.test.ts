import { backend, executionError, openTab, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

vi.mock('../src/delete-many', () => {
  throw new Error('Loading chunk delete-many failed.')
})

it('deletes nothing, and says so, when the code that deletes does not load', async () => {
  await seedCodes()
  const { user, backendRows } = await openTab(codes, { features: ['history', 'idempotency'] })
  const unused = backendRows.find(isUnused)
  const redeemed = backendRows.find((row) => !isUnused(row))
  await user.click(screen.getByLabelText('Buscar en Codigos'))
  await user.paste([unused, redeemed].map((code) => String(code?.name)).join('\n'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(await screen.findByRole('button', { name: 'Borrar 1' }))
  const receipt = within(await screen.findByRole('region', { name: 'Comprobante' }))
  receipt.getByText('Ninguno eliminado')
  receipt.getByRole('button', { name: '2 no se borraron' })
  await screen.findByText('No se borraron todos: el comprobante dice por qué.')
  expect(toasts()).toEqual([executionError])
  expect(backend.requests('DeleteCode')).toEqual([])
  await waitFor(async () => expect(await requestRows('SelectCodes')).toEqual(backendRows))
})
