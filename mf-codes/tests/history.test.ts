import { backend, openTab, requestBackend, requestRows } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

const openMenu = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Vista' }))

it('shows who created and deleted which code, the newest first', async () => {
  await seedCodes()
  const code = (await requestRows('SelectCodes')).find(isUnused)
  await requestBackend('DeleteCode', { prmCodeId: code?.id })
  const { user } = await openTab(codes, { features: ['events'] })
  // The other tests have made more events than jsdom can store.
  backend.respond('SelectStaffEvents', { data: (await requestRows('SelectStaffEvents')).slice(-100) })
  await openMenu(user)
  await user.click(screen.getByRole('button', { name: 'Historial' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Historial' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Buscar en Historial' }), String(code?.name))
  await dialog.findByText('Showing 1 to 2 of 2 entries')
  const rows = dialog.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`pruebas.*eliminado${code?.name}`)),
    expect.stringMatching(new RegExp(`pruebas.*creado${code?.name}`)),
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('is not offered by a service without events', async () => {
  const { user } = await openTab(codes)
  await openMenu(user)
  expect(screen.queryByRole('button', { name: 'Historial' })).toBeNull()
})
