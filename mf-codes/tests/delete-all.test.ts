import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { backend, executionError, openSection, PAGE_SIZE, shows, toasts, trueRows } from 'tab-testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { codes } from './section'
import { isUnused, stockCodes } from './stock'

beforeEach(stockCodes)

const deletedAll = { severity: 'success', summary: 'Eliminados', detail: 'se eliminaron los codigos no asignados' }
/** What the list shows of the stock after a failure that may have been none. */
const remaining = { severity: 'warn', summary: 'Aviso', detail: 'quedan 26 codigos sin asignar: revise la lista' }

async function openDialog(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  return { dialog, remove: dialog.getByRole('button', { name: 'Eliminar' }) }
}

describe('deleting all unassigned codes', () => {
  it('asks first, deletes them, says so, reloads and closes', async () => {
    const { user, truth } = await openSection(codes)
    const { dialog, remove } = await openDialog(user)
    expect(dialog.getByText('¿Esta seguro de eliminar los codigos?')).toBeDefined()
    expect(dialog.getByText('Se eliminara todos los codigos que no han sido asignados')).toBeDefined()
    await user.click(remove)
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const left = truth.filter((code) => !isUnused(code))
    await screen.findByText('Showing 1 to 10 of 15 entries')
    await shows(codes, left.slice(0, PAGE_SIZE))
    expect(await trueRows('SelectCodes')).toEqual(left)
  })

  it('is one GET with the bearer, which no cache may answer', async () => {
    const { user } = await openSection(codes)
    const { remove } = await openDialog(user)
    const release = backend.hold('DeleteAllCodes')
    await user.dblClick(remove)
    await waitFor(() => expect(remove.getAttribute('aria-busy')).toBe('true'))
    await user.click(remove)
    release()
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    const headers = { 'cache-control': 'no-cache', authorization: expect.stringMatching(/^Bearer ./) }
    expect(backend.calls('DeleteAllCodes')).toMatchObject([{ method: 'GET', headers }])
  })

  it('deletes nothing when the dialog is closed', async () => {
    const { user, truth } = await openSection(codes)
    const { dialog } = await openDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(backend.calls('DeleteAllCodes')).toEqual([])
    expect(await trueRows('SelectCodes')).toEqual(truth)
  })

  it('goes on when the dialog is closed mid-call: one call, one toast', async () => {
    const { user } = await openSection(codes)
    const { remove } = await openDialog(user)
    const release = backend.hold('DeleteAllCodes')
    await user.click(remove)
    await waitFor(() => expect(backend.calls('DeleteAllCodes')).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    release()
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await screen.findByText('Showing 1 to 10 of 15 entries')
    expect(backend.calls('DeleteAllCodes')).toHaveLength(1)
  })

  it.each([{ data: 1 }, { data: { data: null } }])('understands %j', async (answer) => {
    const { user } = await openSection(codes)
    backend.answer('DeleteAllCodes', answer)
    await user.click((await openDialog(user)).remove)
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
  })

  it.each([
    ['status 500', () => backend.fail('DeleteAllCodes'), [executionError, remaining]],
    ['no envelope', () => backend.answer('DeleteAllCodes', {}), [executionError, remaining]],
    ['a dropped connection', () => backend.drop('DeleteAllCodes'), [executionError, remaining]],
    ['status 403', () => backend.fail('DeleteAllCodes', 403), [executionError]],
  ])('reports %s once, is not tried again and stays open', async (_name, fault, expected) => {
    const { user } = await openSection(codes)
    fault()
    const { remove } = await openDialog(user)
    await user.click(remove)
    await waitFor(() => expect(toasts()).toEqual(expected))
    await waitFor(() => expect(remove.getAttribute('aria-busy')).toBe('false'))
    expect(backend.calls('DeleteAllCodes')).toHaveLength(1)
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })

  it('ends the session without a toast on status 401', async () => {
    const { user } = await openSection(codes)
    backend.fail('DeleteAllCodes', 401)
    await user.click((await openDialog(user)).remove)
    await screen.findByText('Sesión cerrada')
    expect(sessionStorage).toHaveLength(0)
    expect(toasts()).toEqual([])
  })
})
