import {
  backend,
  column,
  downloads,
  openTab,
  PAGE_SIZE,
  type Row,
  requestBackend,
  requestRows,
  toasts,
  waitForRows,
} from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { isUnused, seedCodes } from './seed-codes'
import { storedReceipts } from './stored-receipts'
import { codes, showState } from './tab'

const restoring = { features: ['history'] }
/** How long presses on a receipt that has replaced another one are ignored, in milliseconds. */
const IGNORED_MS = 400
const MISCLICK_NOTE = 'Espere un momento: la lista acaba de cambiar.'
const namesOf = (list: readonly Row[]) => list.map(({ name }) => name)
const receipt = async () => within(await screen.findByRole('region', { name: 'Comprobante' }))
const pressIn = async (user: UserEvent, name: string) => user.click((await receipt()).getByRole('button', { name }))
/** The lines of the last saved CSV file, without the header. */
const savedLines = async () => {
  await waitFor(async () => expect(await downloads()).toHaveLength(1))
  const [file] = await downloads()
  return { name: file?.filename, lines: file?.text.trim().split(/\r?\n/).slice(1) ?? [] }
}

beforeEach(seedCodes)
beforeEach(() => {
  // A slow machine must not exceed the time in which presses are ignored.
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function create(count: number) {
  const { user, backendRows: before } = await openTab(codes)
  await openCreateDialog(user)
  await user.keyboard(`${count}{Enter}`)
  await receipt()
  const known = new Set(before.map(({ id }) => id))
  return { user, before, created: (await requestRows('SelectCodes')).filter(({ id }) => !known.has(id)) }
}

const showUnused = (user: UserEvent) => showState(user, 'sin redimir')

async function openDeletion(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  return { dialog, remove: () => user.click(dialog.getByRole('button', { name: 'Eliminar' })) }
}

describe('the receipt of new codes', () => {
  it.each([
    [7, () => 'Nuevos (7)', /^creados a las? \d\d:\d\d$/, 'Se copiaron 7 codigos'],
    [1, (name: unknown) => `Nuevo: ${name},`, /^creado a las? \d\d:\d\d$/, 'Se copió 1 codigo'],
  ])('copies the codes of the press, one per line: %i', async (count, titleOf, time, copied) => {
    const { user, created } = await create(count)
    expect((await receipt()).getByText(titleOf(created[0]?.name))).toBeDefined()
    expect((await receipt()).getByText(time)).toBeDefined()
    await pressIn(user, 'Copiar')
    expect(await navigator.clipboard.readText()).toBe(namesOf(created).join('\n'))
    await waitFor(() => expect(toasts().at(-1)?.detail).toBe(copied))
  })

  it('says that codes beyond the requested ones may be of another person', async () => {
    const { user } = await openTab(codes)
    backend.respond('InsertCodes', { data: true })
    await requestBackend('InsertCodes', { prmnumber_codes: 5 })
    await openCreateDialog(user)
    await user.keyboard('2{Enter}')
    expect((await receipt()).getByText('5 nuevos, 3 quizá de otra persona')).toBeDefined()
  })
})

describe('the dialog of the bulk deletion', () => {
  it('names the codes of a fresh read, and gives the focus to Cancelar', async () => {
    const { user } = await openTab(codes)
    await requestBackend('InsertCodes', { prmnumber_codes: 2 })
    const unused = (await requestRows('SelectCodes')).filter(isUnused)
    const { dialog } = await openDeletion(user)
    const first = namesOf(unused).slice(0, 3).join(', ')
    expect(await dialog.findByText(`Son 28 codigos: ${first} y 25 más.`)).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancelar' }))
    await user.click(dialog.getByRole('button', { name: 'Descargar lista (CSV)' }))
    const { lines } = await savedLines()
    expect(lines).toHaveLength(28)
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(backend.requests('DeleteAllCodes')).toEqual([])
  })

  it('says that it deletes more than a filtered view shows', async () => {
    const { user, backendRows } = await openTab(codes)
    const redeemed = backendRows.filter((code) => !isUnused(code)).length
    await showState(user, 'redimido')
    await screen.findByText(`Showing 1 to 10 of ${redeemed} entries`)
    const { dialog } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    expect(dialog.getByText(/vista/).textContent).toBe('Los filtros de la vista no cuentan.')
  })

  it('deletes nothing until the number is known', async () => {
    const { user } = await openTab(codes)
    const release = backend.hold('SelectCodes')
    const { dialog, remove } = await openDeletion(user)
    expect(dialog.getByRole('button', { name: 'Eliminar' }).getAttribute('aria-busy')).toBe('true')
    await remove()
    expect(backend.requests('DeleteAllCodes')).toEqual([])
    release()
    await dialog.findByText(/^Son 26 codigos/)
  })

  it('still deletes when the read fails', async () => {
    const { user } = await openTab(codes)
    backend.fail('SelectCodes')
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText('No se pudo saber cuántos codigos son.')
    await remove()
    await waitFor(() => expect(backend.requests('DeleteAllCodes')).toHaveLength(1))
  })

  it('says once that the list has changed, with the new number, and then deletes', async () => {
    const { user } = await openTab(codes)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    await requestBackend('InsertCodes', { prmnumber_codes: 2 })
    await remove()
    await dialog.findByText('La lista cambió mientras tanto.')
    await dialog.findByText(/^Son 28 codigos/)
    expect(backend.requests('DeleteAllCodes')).toEqual([])
    await requestBackend('InsertCodes', { prmnumber_codes: 1 })
    await remove()
    expect((await receipt()).getByText('Eliminados (29)')).toBeDefined()
  })

  it('deletes nothing when it is closed during the last read', async () => {
    const { user } = await openTab(codes)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    const reads = backend.requests('SelectCodes').length
    const release = backend.hold('SelectCodes')
    await remove()
    await waitFor(() => expect(backend.requests('SelectCodes').length).toBeGreaterThan(reads))
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    release()
    // A second dialog reads after the first, whose press is over by then.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await (await openDeletion(user)).dialog.findByText(/^Son 26 codigos/)
    expect(backend.requests('DeleteAllCodes')).toEqual([])
  })

  it('leaves a receipt with the deleted codes', async () => {
    const { user, backendRows } = await openTab(codes)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    await remove()
    expect((await receipt()).getByText('Eliminados (26)')).toBeDefined()
    await pressIn(user, 'CSV')
    const { name, lines } = await savedLines()
    expect(name).toBe('codigos-eliminados.csv')
    const names = namesOf(backendRows.filter(isUnused)).map((code) => expect.stringContaining(String(code)))
    expect(lines.sort()).toEqual(expect.arrayContaining(names))
    expect(lines).toHaveLength(26)
  })
})

describe('taking a deletion back', () => {
  it('restores one deletion after the other, while the list does not load', async () => {
    const { user, backendRows } = await openTab(codes, restoring)
    const unused = backendRows.filter(isUnused)
    // From below: a press on the row that has taken the place of a deleted one is ignored.
    const [second, first] = unused
    await showUnused(user)
    await waitForRows(codes, unused.slice(0, PAGE_SIZE))
    const releaseList = backend.hold('SelectCodes')
    for (const code of [first, second]) {
      await user.click(await screen.findByRole('button', { name: `Borrar ${code?.name}` }))
      await screen.findByText(`Eliminado ${code?.name}`)
    }
    await pressIn(user, 'Deshacer')
    await screen.findByText(`Eliminado ${first?.name}`)
    // A second press at the place of the first is ignored.
    await pressIn(user, 'Deshacer')
    await screen.findByText(MISCLICK_NOTE)
    vi.advanceTimersByTime(IGNORED_MS)
    await pressIn(user, 'Deshacer')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull())
    releaseList()
    expect(await requestRows('SelectCodes')).toEqual(backendRows)
    await waitForRows(codes, unused.slice(0, PAGE_SIZE))
  })
})

describe('several receipts', () => {
  /** Deletes the last unused codes, from below, and returns them in this order. */
  async function deleteFromBelow(count: number, options: object = {}) {
    const { user, backendRows, unmount } = await openTab(codes, { ...restoring, ...options })
    const unused = backendRows.filter(isUnused)
    await showUnused(user)
    await waitForRows(codes, unused.slice(0, PAGE_SIZE))
    const deleted = unused.slice(0, count).toReversed()
    for (const code of deleted) {
      await user.click(await screen.findByRole('button', { name: `Borrar ${code.name}` }))
      await screen.findByText(`Eliminado ${code.name}`)
    }
    return { user, deleted, backendRows, unmount }
  }
  const shown = async () => (await receipt()).getByText(/^Eliminado /).textContent
  const position = async () => (await receipt()).getByText(/^\d+ de \d+$/).textContent

  it('are shown one by one, and ✕ removes only the one that is shown', async () => {
    const { user, deleted } = await deleteFromBelow(3)
    const texts = deleted.map(({ name }) => `Eliminado ${name}`)
    expect([await position(), await shown()]).toEqual(['3 de 3', texts[2]])
    await pressIn(user, 'Comprobante siguiente')
    expect([await position(), await shown()]).toEqual(['1 de 3', texts[0]])
    await pressIn(user, 'Comprobante anterior')
    await pressIn(user, 'Comprobante anterior')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Comprobante anterior')
    expect([await position(), await shown()]).toEqual(['2 de 3', texts[1]])
    await pressIn(user, 'Cerrar')
    expect([await position(), await shown()]).toEqual(['1 de 2', texts[0]])
    await pressIn(user, 'Cerrar')
    expect(await shown()).toBe(texts[2])
    expect((await receipt()).queryByRole('button', { name: /^Comprobante/ })).toBeNull()
    await pressIn(user, 'Cerrar')
    expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull()
  })
})

describe('after a reload', () => {
  it('a bulk deletion of more than 100 codes is undone, and offers no list that is cut off', async () => {
    await requestBackend('InsertCodes', { prmnumber_codes: 99 })
    const receipts = storedReceipts()
    const { user, backendRows, unmount } = await openTab(codes, { ...restoring, receipts })
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 125 codigos/)
    await remove()
    await receipt()
    unmount()
    const reloaded = await openTab(codes, { ...restoring, receipts })
    expect((await receipt()).getByText('Eliminados (125)')).toBeDefined()
    expect((await receipt()).queryByRole('button', { name: 'CSV' })).toBeNull()
    await pressIn(reloaded.user, 'Deshacer')
    await waitFor(() =>
      expect(toasts()).toContainEqual(expect.objectContaining({ detail: 'se restauraron los 125 codigos' })),
    )
    expect(await requestRows('SelectCodes')).toEqual(backendRows)
  })

  it('a deletion whose response was lost is undone', async () => {
    const receipts = storedReceipts()
    const { user, backendRows, unmount } = await openTab(codes, { ...restoring, receipts })
    backend.schedule(['DeleteCode'], [{ reply: 'reset' }])
    await showUnused(user)
    await user.click(await screen.findByRole('button', { name: `Borrar ${backendRows.find(isUnused)?.name}` }))
    await waitFor(() => expect(receipts.current).toMatchObject([{ status: 'done' }]))
    unmount()
    const reloaded = await openTab(codes, { ...restoring, receipts })
    await pressIn(reloaded.user, 'Deshacer')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull())
    expect(await requestRows('SelectCodes')).toEqual(backendRows)
  })

  it('new codes are copied, saved by name and shown', async () => {
    const receipts = storedReceipts()
    const { user, backendRows: before, unmount } = await openTab(codes, { receipts })
    await openCreateDialog(user)
    await user.keyboard('3{Enter}')
    await receipt()
    const created = namesOf((await requestRows('SelectCodes')).slice(before.length))
    unmount()
    const reloaded = await openTab(codes, { receipts })
    await pressIn(reloaded.user, 'Copiar')
    expect((await navigator.clipboard.readText()).split('\n').sort()).toEqual(created.toSorted())
    await pressIn(reloaded.user, 'CSV')
    expect((await savedLines()).lines.sort()).toEqual(created.toSorted())
    await pressIn(reloaded.user, 'Ver')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    expect(column('Codigo').toSorted()).toEqual(created.toSorted())
  })

  it.each([
    ['create', 0, 'No se sabe si se crearon los codigos: revise la lista.', /^\(a las? \d\d:\d\d\)$/],
    ['delete', 0, 'No se sabe si se borraron los codigos: revise la lista.', /^\(a las? \d\d:\d\d\)$/],
    ['delete', 1, 'Eliminado ABC y quizá otros', /^a las? \d\d:\d\d; ya no se puede deshacer$/],
  ])('tells of a change that the end of the session has left unknown: %s %i', async (kind, count, title, detail) => {
    const receipts = storedReceipts()
    const names = ['ABC'].slice(0, count)
    receipts.onChange([{ format: 1, kind, status: 'unknown', at: Date.now(), count, names, deletionIds: [] }])
    await openTab(codes, { ...restoring, receipts })
    const shown = await receipt()
    expect(shown.getByText(title).nextElementSibling?.textContent).toMatch(detail)
    expect(shown.getAllByRole('button')).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'Comprobante' }).className).toBe('receipt receipt-warning')
  })
})

it('copies the codes of the filtered view', async () => {
  const { user, backendRows } = await openTab(codes)
  const redeemed = backendRows.filter((code) => !isUnused(code))
  await showState(user, 'redimido')
  await screen.findByText(`Showing 1 to 10 of ${redeemed.length} entries`)
  await user.click(screen.getByRole('button', { name: 'Copiar codigos' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(namesOf(redeemed).join('\n')))
  await waitFor(() => expect(toasts().at(-1)?.detail).toBe(`Se copiaron ${redeemed.length} codigos`))
})
