import { backend, openTab, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { codes } from './tab'

const created = { severity: 'success', summary: 'Creado', detail: 'se crearon los codigos con exito' }

it('creates the quantity, shows a toast, reloads, resets the quantity and closes', async () => {
  const { user, backendRows } = await openTab(codes)
  const { dialog, create } = await openCreateDialog(user)
  expect(dialog.getByText('Ingrese la cantidad de codigos que quiere generar')).toBeDefined()
  await user.keyboard('12')
  await user.click(create)
  await waitFor(() => expect(toasts()).toEqual([created]))
  expect(backend.requests('InsertCodes').map(({ body }) => JSON.parse(body))).toEqual([{ prmnumber_codes: 12 }])
  await screen.findByText(`Showing 1 to 10 of ${backendRows.length + 12} entries`)
  expect(await requestRows('SelectCodes')).toHaveLength(backendRows.length + 12)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await openCreateDialog(user)).field.value).toBe('0')
})

it('continues when the dialog is closed during the request, and keeps the text of a reopened one', async () => {
  const { user, backendRows } = await openTab(codes)
  await openCreateDialog(user)
  const release = backend.hold('InsertCodes')
  await user.keyboard('1{Enter}')
  await waitFor(() => expect(backend.requests('InsertCodes')).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { field, create } = await openCreateDialog(user)
  await user.keyboard('20')
  release()
  await screen.findByText(`Showing 1 to 10 of ${backendRows.length + 1} entries`)
  expect(toasts()).toEqual([created])
  expect(field.value).toBe('20')
  await user.click(create)
  await screen.findByText(`Showing 1 to 10 of ${backendRows.length + 21} entries`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
