import { openTab, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

const features = ['history', 'idempotency']

beforeEach(seedCodes)

it('creates codes and copies them by keys alone', async () => {
  const { user } = await openTab(codes, { features })
  await user.keyboard('{Alt>}n{/Alt}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Cantidad Codigos')))
  await user.keyboard('5{Enter}')
  await screen.findByText('Nuevos (5)')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}c{/Control}')
  await waitFor(async () => expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(5))
})

it('deletes the code of the focused row, and takes it back, by keys alone', async () => {
  const { user, backendRows } = await openTab(codes, { features })
  const [code] = backendRows.filter(isUnused)
  await user.keyboard(`/${code?.name}`)
  await screen.findByText('1 encontrado')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain(code?.name))
  await user.keyboard('{Delete}')
  await screen.findByText(`Eliminado ${code?.name}`)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(toasts().at(-1)?.detail).toBe('se restauró el codigo'))
  expect(await requestRows('SelectCodes')).toEqual(backendRows)
})

it('finds the batch of a colleague in Historial by keys alone', async () => {
  await requestBackend('InsertCodes', { prmnumber_codes: 7 })
  const { user, backendRows } = await openTab(codes, { features })
  await user.keyboard('{Alt>}h{/Alt}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Historial' }))
  await dialog.findAllByRole('button', { name: 'creó 7 codigos' })
  await user.keyboard(`/${backendRows.at(-1)?.name}{Enter}`)
  await dialog.findByRole('table', { name: 'Codigos de la acción' })
})

it('leaves Delete to the button where no press takes it back', async () => {
  const { user, backendRows } = await openTab(codes)
  await user.keyboard('/sin redimir{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.matches('tr')).toBe(true))
  await user.keyboard('{Delete}')
  expect(await requestRows('SelectCodes')).toEqual(backendRows)
})
