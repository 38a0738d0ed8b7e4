import { MemoryRows } from '@canje/shared-ui'
import { backend, openTab, PAGE_SIZE, requestRows, toasts, waitForRows } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

const deletedAll = { severity: 'success', summary: 'Eliminados', detail: 'se eliminaron los codigos no asignados' }

async function openDialog(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  const remove = dialog.getByRole('button', { name: 'Eliminar' })
  // Busy until the number of codes is known.
  await waitFor(() => expect(remove.getAttribute('aria-busy')).toBe('false'))
  return { dialog, remove }
}

describe('deleting all unassigned codes', () => {
  it('asks for confirmation, deletes them, shows a toast, reloads and closes', async () => {
    const { user, backendRows } = await openTab(codes)
    const { dialog, remove } = await openDialog(user)
    expect(dialog.getByText('¿Esta seguro de eliminar los codigos?')).toBeDefined()
    expect(dialog.getByText('Se eliminara todos los codigos que no han sido asignados')).toBeDefined()
    await user.click(remove)
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const left = backendRows.filter((code) => !isUnused(code))
    await screen.findByText('Showing 1 to 10 of 15 entries')
    await waitForRows(codes, left.slice(0, PAGE_SIZE))
    expect(await requestRows('SelectCodes')).toEqual(left)
  })

  it('deletes them also when they cannot be counted, and says so', async () => {
    const { user } = await openTab(codes)
    const find = vi.spyOn(MemoryRows.prototype, 'find').mockRejectedValue(new Error('The worker crashed'))
    onTestFinished(() => find.mockRestore())
    const { dialog, remove } = await openDialog(user)
    expect(dialog.getByText('No se pudo saber cuántos codigos son.')).toBeDefined()
    await user.click(remove)
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
  })

  it('continues with one request and one toast when the dialog is closed during the request', async () => {
    const { user } = await openTab(codes)
    const { remove } = await openDialog(user)
    const release = backend.hold('DeleteAllCodes')
    await user.click(remove)
    await waitFor(() => expect(backend.requests('DeleteAllCodes')).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    release()
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await screen.findByText('Showing 1 to 10 of 15 entries')
    expect(backend.requests('DeleteAllCodes')).toHaveLength(1)
  })
})
