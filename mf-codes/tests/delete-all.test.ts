import { openTab, PAGE_SIZE, requestRows, toasts, waitForRows } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

it('asks for confirmation, deletes all unassigned codes, shows a toast, reloads and closes', async () => {
  await seedCodes()
  const { user, backendRows } = await openTab(codes)
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  expect(dialog.getByText('¿Esta seguro de eliminar los codigos?')).toBeDefined()
  expect(dialog.getByText('Se eliminara todos los codigos que no han sido asignados')).toBeDefined()
  // Busy until the number of codes is known.
  await user.click(await dialog.findByRole('button', { name: 'Eliminar', busy: false }))
  const detail = 'se eliminaron los codigos no asignados'
  await waitFor(() => expect(toasts()).toEqual([{ severity: 'success', summary: 'Eliminados', detail }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const left = backendRows.filter((code) => !isUnused(code))
  await screen.findByText('Showing 1 to 10 of 15 entries')
  await waitForRows(codes, left.slice(0, PAGE_SIZE))
  expect(await requestRows('SelectCodes')).toEqual(left)
})
