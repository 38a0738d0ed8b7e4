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
import { itLong, someOf } from './long'
import { isUnused, seedCodes } from './seed-codes'
import { storedReceipts } from './stored-receipts'
import { codes } from './tab'

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
    expect((await receipt()).getByText(/^creados a las? \d\d:\d\d$/)).toBeDefined()
    await pressIn(user, 'Copiar')
    expect(await navigator.clipboard.readText()).toBe(namesOf(created).join('\n'))
  })

  it('names a single code', async () => {
    const { created } = await create(1)
    const text = (await receipt()).getByText(/^creado a las? \d\d:\d\d$/).parentElement?.textContent
    expect(text).toMatch(new RegExp(`^Nuevo: ${created[0]?.name}, creado a las? \\d\\d:\\d\\d$`))
  })

  it('selects the codes in a text field when the clipboard is denied', async () => {
    const { user, created } = await create(2)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await pressIn(user, 'Copiar')
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /El navegador no permite copiar/ })
    expect(text.value).toBe(namesOf(created).join('\n'))
    await waitFor(() => expect([text.selectionStart, text.selectionEnd]).toEqual([0, text.value.length]))
  })

  itLong('saves only the codes of the press as CSV', async () => {
    const { user, created } = await create(3)
    await pressIn(user, 'CSV')
    const { name, lines } = await savedLines()
    expect(name).toBe('codigos-nuevos.csv')
    expect(lines).toHaveLength(3)
    for (const [index, code] of created.entries()) expect(lines[index]).toContain(code.name)
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

  it('says that it deletes more than a filtered view shows, which may be none of them', async () => {
    const { user, backendRows } = await openTab(codes)
    const redeemed = backendRows.filter((code) => !isUnused(code)).length
    await user.click(await screen.findByRole('button', { name: `${redeemed} redimidos` }))
    await screen.findByText(`Showing 1 to 10 of ${redeemed} entries`)
    const { dialog } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    expect(dialog.getByText(/vista/).textContent).toBe('Los filtros de la vista no cuentan.')
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: `${backendRows.length} en total` }))
    const again = await openDeletion(user)
    await again.dialog.findByText(/^Son 26 codigos/)
    expect(again.dialog.queryByText(/vista/)).toBeNull()
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

  it.each(
    someOf([
      ['were unassigned before, if the response says only how many', { data: { deleted: 26 } }],
      ['the response names', undefined],
    ] as const),
  )('leaves a receipt with the codes that %s', async (_source, response) => {
    const { user, backendRows } = await openTab(codes)
    const { dialog, remove } = await openDeletion(user)
    await dialog.findByText(/^Son 26 codigos/)
    const release = response && backend.hold('DeleteAllCodes')
    if (response) backend.respond('DeleteAllCodes', response)
    await remove()
    if (response) {
      await waitFor(() => expect(backend.requests('DeleteAllCodes')).toHaveLength(1))
      await requestBackend('DeleteAllCodes')
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
  it.each(
    someOf([
      ['while the list does not load', () => backend.hold('SelectCodes')],
      ['as the list loads', () => () => undefined],
    ] as const),
  )('restores one deletion after the other, %s', async (_when, holdList) => {
    const { user, backendRows } = await openTab(codes, restoring)
    const unused = backendRows.filter(isUnused)
    // From below: a press on the row that has taken the place of a deleted one is ignored.
    const [second, first] = unused
    await showUnused(user)
    await waitForRows(codes, unused.slice(0, PAGE_SIZE))
    const releaseList = holdList()
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

  describe.each(
    someOf([
      [
        'by mouse',
        (undo: HTMLElement, user: UserEvent) => user.pointer([{ target: undo }, { keys: '[MouseLeft>]' }]),
        (undo: HTMLElement, user: UserEvent) => user.pointer([{ target: undo, keys: '[/MouseLeft]' }]),
      ],
      [
        'by touch',
        (undo: HTMLElement, user: UserEvent) => user.pointer({ target: undo, keys: '[TouchA>]' }),
        (undo: HTMLElement, user: UserEvent) => user.pointer({ target: undo, keys: '[/TouchA]' }),
      ],
      [
        'by keys',
        async (undo: HTMLElement) => undo.focus(),
        async (undo: HTMLElement, user: UserEvent) => {
          undo.focus()
          await user.keyboard('{Enter}')
        },
      ],
    ] as const),
  )('pressed %s', (_way, aim, act) => {
    it('does not undo another deletion whose receipt arrives meanwhile', async () => {
      const { user, backendRows } = await openTab(codes, restoring)
      const [second, first] = backendRows.filter(isUnused)
      await showUnused(user)
      await user.click(await screen.findByRole('button', { name: `Borrar ${first?.name}` }))
      await screen.findByText(`Eliminado ${first?.name}`)
      const release = backend.hold('DeleteCode')
      await user.click(await screen.findByRole('button', { name: `Borrar ${second?.name}` }))
      await aim((await receipt()).getByRole('button', { name: 'Deshacer' }), user)
      release()
      await screen.findByText(`Eliminado ${second?.name}`)
      await act((await receipt()).getByRole('button', { name: 'Deshacer' }), user)
      await screen.findByText(MISCLICK_NOTE)
      expect(backend.requests('RestoreCodes')).toEqual([])
    })
  })

  it('explains why a deletion cannot be taken back, and keeps its receipt', async () => {
    const { user, backendRows } = await openTab(codes, restoring)
    const code = backendRows.find(isUnused)
    await showUnused(user)
    await user.click(await screen.findByRole('button', { name: `Borrar ${code?.name}` }))
    await receipt()
    await requestBackend('RestoreCodes', { prmCodeIds: [code?.id] })
    await pressIn(user, 'Deshacer')
    const detail = 'ya existe un codigo con el mismo nombre y no se restauró ninguno: revise la lista'
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
    await pressIn(user, 'Comprobante anterior')
    expect([await position(), await shown()]).toEqual(['2 de 3', texts[1]])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Comprobante anterior')
    await pressIn(user, 'Cerrar')
    expect([await position(), await shown()]).toEqual(['1 de 2', texts[0]])
    await pressIn(user, 'Comprobante siguiente')
    expect([await position(), await shown()]).toEqual(['2 de 2', texts[2]])
    await pressIn(user, 'Comprobante siguiente')
    expect(await shown()).toBe(texts[0])
    await pressIn(user, 'Cerrar')
    expect(await shown()).toBe(texts[2])
    expect((await receipt()).queryByRole('button', { name: /^Comprobante/ })).toBeNull()
    await pressIn(user, 'Cerrar')
    expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull()
  })

  it('undo the deletion that is shown', async () => {
    const { user, deleted } = await deleteFromBelow(2)
    await pressIn(user, 'Comprobante anterior')
    await pressIn(user, 'Deshacer')
    await waitFor(async () => expect(await shown()).toBe(`Eliminado ${deleted[1]?.name}`))
    const names = namesOf(await requestRows('SelectCodes'))
    expect(names).toContain(deleted[0]?.name)
    expect(names).not.toContain(deleted[1]?.name)
  })

  it('are found again after a reload, and undo their deletions', async () => {
    const receipts = storedReceipts()
    const { deleted, backendRows, unmount } = await deleteFromBelow(2, { receipts })
    unmount()
    const { user } = await openTab(codes, { ...restoring, receipts })
    expect([await position(), await shown()]).toEqual(['2 de 2', `Eliminado ${deleted[1]?.name}`])
    await pressIn(user, 'Deshacer')
    await waitFor(async () => expect(await shown()).toBe(`Eliminado ${deleted[0]?.name}`))
    expect(receipts.current).toHaveLength(1)
    vi.advanceTimersByTime(IGNORED_MS)
    await pressIn(user, 'Deshacer')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull())
    expect(await requestRows('SelectCodes')).toEqual(backendRows)
    expect(receipts.current).toEqual([])
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

  it.each(
    someOf([
      [
        'a deletion',
        'DeleteCode',
        async (user: UserEvent, code: Row) => {
          await showUnused(user)
          await user.click(await screen.findByRole('button', { name: `Borrar ${code.name}` }))
        },
      ],
      [
        'a bulk deletion',
        'DeleteAllCodes',
        async (user: UserEvent) => {
          const { dialog, remove } = await openDeletion(user)
          await dialog.findByText(/^Son 26 codigos/)
          await remove()
        },
      ],
    ] as const),
  )('%s whose response was lost is undone', async (_what, endpoint, remove) => {
    const receipts = storedReceipts()
    const features = ['history']
    const { user, backendRows, unmount } = await openTab(codes, { features, receipts })
    backend.schedule([endpoint], [{ reply: 'reset' }])
    await remove(user, backendRows.filter(isUnused)[0] ?? {})
    await waitFor(() => expect(receipts.current).toMatchObject([{ status: 'done' }]))
    unmount()
    const reloaded = await openTab(codes, { features, receipts })
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

  it('says that a deletion cannot be undone when the service has not identified it', async () => {
    const receipts = storedReceipts()
    receipts.onChange([
      { format: 1, kind: 'delete', status: 'done', at: Date.now(), count: 1, names: ['ABC'], deletionIds: [] },
    ])
    await openTab(codes, { ...restoring, receipts })
    expect((await receipt()).getByText(/; ya no se puede deshacer$/)).toBeDefined()
    expect((await receipt()).queryByRole('button', { name: 'Deshacer' })).toBeNull()
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
  await user.click(await screen.findByRole('button', { name: `${redeemed.length} redimidos` }))
  await screen.findByText(`Showing 1 to 10 of ${redeemed.length} entries`)
  await user.click(screen.getByRole('button', { name: 'Copiar codigos' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(namesOf(redeemed).join('\n')))
  await waitFor(() => expect(toasts().at(-1)?.detail).toBe(`Se copiaron ${redeemed.length} codigos`))
  await user.click(screen.getByLabelText('Buscar en Codigos'))
  await user.paste(String(redeemed[0]?.name))
  await screen.findByText('Showing 1 to 1 of 1 entries')
  await user.click(screen.getByRole('button', { name: 'Copiar codigos' }))
  await waitFor(() => expect(toasts().at(-1)?.detail).toBe('Se copió 1 codigo'))
})
