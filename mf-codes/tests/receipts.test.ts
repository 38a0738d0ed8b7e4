import { backend, column, downloads, openTab, type Row, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

const restoring = { features: ['restore'] }
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

async function create(count: number) {
  const { user, backendRows: before } = await openTab(codes)
  await openCreateDialog(user)
  await user.keyboard(`${count}{Enter}`)
  await receipt()
  const known = new Set(before.map(({ id }) => id))
  return { user, before, created: (await requestRows('SelectCodes')).filter(({ id }) => !known.has(id)) }
}

const showUnused = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: '26 sin redimir' }))

async function openDeletion(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  return { dialog, remove: () => user.click(dialog.getByRole('button', { name: 'Eliminar' })) }
}

describe('the receipt of new codes', () => {
  it('copies the codes of the press, one per line', async () => {
    const { user, created } = await create(7)
    expect((await receipt()).getByText('Nuevos (7)')).toBeDefined()
    expect((await receipt()).getByText(/^creados a las \d\d:\d\d$/)).toBeDefined()
    await pressIn(user, 'Copiar')
    expect(await navigator.clipboard.readText()).toBe(namesOf(created).join('\n'))
  })

  it('selects the codes in a text field when the clipboard is denied', async () => {
    const { user, created } = await create(2)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await pressIn(user, 'Copiar')
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /El navegador no permite copiar/ })
    expect(text.value).toBe(namesOf(created).join('\n'))
    await waitFor(() => expect([text.selectionStart, text.selectionEnd]).toEqual([0, text.value.length]))
  })

  it('saves only the codes of the press as CSV', async () => {
    const { user, created } = await create(3)
    await pressIn(user, 'CSV')
    const { name, lines } = await savedLines()
    expect(name).toBe('codigos-nuevos.csv')
    expect(lines).toHaveLength(3)
    for (const [index, code] of created.entries()) expect(lines[index]).toContain(code.name)
  })

  it('shows only the codes of the press in the table', async () => {
    const { user, created } = await create(3)
    await pressIn(user, 'Ver')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    expect(column('Codigo')).toEqual(namesOf(created))
  })

  it('is removed when it is closed', async () => {
    const { user } = await create(1)
    await pressIn(user, 'Cerrar')
    expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull()
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

  it('checks again, without the earlier notice, after a deletion', async () => {
    const { user } = await openTab(codes)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    await requestBackend('InsertCodes', { prmnumber_codes: 2 })
    await remove()
    await dialog.findByText('La lista cambió mientras tanto.')
    await remove()
    await receipt()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const second = await openDeletion(user)
    await second.dialog.findByText('No hay codigos sin asignar.')
    expect(second.dialog.queryByText('La lista cambió mientras tanto.')).toBeNull()
  })

  it.each([
    ['the response names', undefined],
    ['are no longer in the list, if the response names none', { data: { deleted: 26 } }],
  ])('leaves a receipt with the codes that %s', async (_source, response) => {
    const { user, backendRows } = await openTab(codes)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    const release = response && backend.hold('DeleteAllCodes')
    await remove()
    if (response) {
      await waitFor(() => expect(backend.requests('DeleteAllCodes')).toHaveLength(1))
      await requestBackend('DeleteAllCodes')
      backend.respond('DeleteAllCodes', response)
      release?.()
    }
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
  it('restores a bulk deletion', async () => {
    const { user, backendRows } = await openTab(codes, restoring)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    await remove()
    await pressIn(user, 'Deshacer')
    await waitFor(() => expect(toasts()).toContainEqual(expect.objectContaining({ summary: 'Restaurado' })))
    await screen.findByText(`Showing 1 to 10 of ${backendRows.length} entries`)
    expect(await requestRows('SelectCodes')).toEqual(backendRows)
    expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull()
  })

  it('restores one deletion after the other', async () => {
    const { user, backendRows } = await openTab(codes, restoring)
    // From below: a press on the row that has taken the place of a deleted one is ignored.
    const [second, first] = backendRows.filter(isUnused)
    await showUnused(user)
    for (const code of [first, second]) {
      await user.click(await screen.findByRole('button', { name: `Borrar ${code?.name}` }))
      await screen.findByText(`Eliminado ${code?.name}`)
    }
    await pressIn(user, 'Deshacer')
    await screen.findByText(`Eliminado ${first?.name}`)
    await pressIn(user, 'Deshacer')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull())
    expect(await requestRows('SelectCodes')).toEqual(backendRows)
  })

  it('explains why a deletion cannot be taken back, and keeps its receipt', async () => {
    const { user, backendRows } = await openTab(codes, restoring)
    const code = backendRows.find(isUnused)
    await showUnused(user)
    await user.click(await screen.findByRole('button', { name: `Borrar ${code?.name}` }))
    await receipt()
    await requestBackend('RestoreCodes', { prmCodeIds: [code?.id] })
    await pressIn(user, 'Deshacer')
    const detail = 'ya existe un codigo con el mismo nombre y no se restauro ninguno: revise la lista'
    await waitFor(() => expect(toasts()).toContainEqual({ severity: 'warn', summary: 'Aviso', detail }))
    await screen.findByText(`Eliminado ${code?.name}`)
  })

  it('is not offered by a service without the feature', async () => {
    const { user, backendRows } = await openTab(codes)
    const code = backendRows.find(isUnused)
    await showUnused(user)
    await user.click(await screen.findByRole('button', { name: `Borrar ${code?.name}` }))
    await waitFor(() => expect(toasts()).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
  })
})

it('copies the codes of the filtered view', async () => {
  const { user, backendRows } = await openTab(codes)
  const redeemed = backendRows.filter((code) => !isUnused(code))
  await user.click(await screen.findByRole('button', { name: `${redeemed.length} redimidos` }))
  await screen.findByText(`Showing 1 to 10 of ${redeemed.length} entries`)
  await user.click(screen.getByRole('button', { name: 'Copiar codigos' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(namesOf(redeemed).join('\n')))
})
