import { backend, executionError, openTab, type Row, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

const created = { severity: 'success', summary: 'Creado', detail: 'se crearon los codigos con exito' }
const deletedAll = { severity: 'success', summary: 'Eliminados', detail: 'se eliminaron los codigos no asignados' }
const deleted = ({ name }: Row) => ({
  severity: 'success',
  summary: 'Eliminado',
  detail: `se elimino el codigos ${name}`,
})
const warning = (detail: string) => ({ severity: 'warn', summary: 'Aviso', detail: `${detail}: revise la lista` })
const keyed = { features: ['idempotency'] }

/** Drops the response after the service has processed the request. */
async function loseResponse(endpoint: string, body?: object) {
  backend.drop(endpoint)
  await requestBackend(endpoint, body)
}

async function create(options?: typeof keyed) {
  const { user, backendRows } = await openTab(codes, options)
  const { field } = await openCreateDialog(user)
  const press = async (quantity: number) => user.keyboard(`${quantity}{Enter}`)
  return { user, backendRows, field, press }
}

describe('creating codes on a service without idempotency keys', () => {
  it('reports the number of new codes when the browser has sent the request twice', async () => {
    const { backendRows: before, field, press } = await create()
    const release = backend.hold('InsertCodes')
    await press(7)
    await waitFor(() => expect(backend.requests('InsertCodes')).toHaveLength(1))
    await requestBackend('InsertCodes', { prmnumber_codes: 7 })
    release()
    await waitFor(() => expect(toasts()).toEqual([executionError, warning('hay 14 codigos nuevos sin asignar')]))
    await screen.findByText(`Showing 1 to 10 of ${before.length + 14} entries`)
    expect(field.value).toBe('7')
  })

  it.each([
    [7, 'hay 7 codigos nuevos sin asignar'],
    [1, 'hay 1 codigo nuevo sin asignar'],
  ])('reports the number of new codes when the response for %i was lost', async (quantity, sentence) => {
    const { backendRows: before, field, press } = await create()
    await loseResponse('InsertCodes', { prmnumber_codes: quantity })
    await press(quantity)
    await waitFor(() => expect(toasts()).toEqual([executionError, warning(sentence)]))
    await screen.findByText(`Showing 1 to 10 of ${before.length + quantity} entries`)
    expect(field.value).toBe(String(quantity))
    expect(backend.requests('InsertCodes')).toHaveLength(1)
  })

  it('fetches the list once before it reports success', async () => {
    const { press } = await create()
    const release = backend.hold('SelectCodes')
    await press(7)
    await waitFor(() => expect(backend.requests('SelectCodes')).toHaveLength(2))
    expect(toasts()).toEqual([])
    release()
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(backend.requests('SelectCodes')).toHaveLength(2)
  })

  it('reports success by the response when the list cannot be fetched', async () => {
    const { press } = await create()
    backend.fail('SelectCodes')
    await press(7)
    await waitFor(() => expect(toasts()).toHaveLength(2))
    expect(toasts()).toEqual(expect.arrayContaining([created, executionError]))
  })

  it('does not fetch the list after a rejection', async () => {
    const { press } = await create()
    backend.fail('InsertCodes', 400)
    await press(7)
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    expect(backend.requests('SelectCodes')).toHaveLength(1)
  })
})

describe('creating codes on a service with idempotency keys', () => {
  it('reports success immediately', async () => {
    const { backendRows: before, press } = await create(keyed)
    const release = backend.hold('SelectCodes')
    await press(7)
    await waitFor(() => expect(toasts()).toEqual([created]))
    release()
    await screen.findByText(`Showing 1 to 10 of ${before.length + 7} entries`)
  })

  it('retries the request with its key until a response arrives: one batch, one toast', async () => {
    const { backendRows: before, press } = await create(keyed)
    backend.drop('InsertCodes')
    await press(7)
    await waitFor(() => expect(backend.requests('InsertCodes')).toHaveLength(2))
    backend.recover('InsertCodes')
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(new Set(backend.requests('InsertCodes').map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await requestRows('SelectCodes')).toHaveLength(before.length + 7)
  })
})

/** Opens the page of an unused code, with functions for its button 'Borrar'. */
async function remove(options?: typeof keyed) {
  const { user, backendRows } = await openTab(codes, options)
  await user.click(screen.getByRole('button', { name: 'Página 4' }))
  const [code = {}] = backendRows.slice(30)
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^Borrar (?!codigos)/ })
  const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: `Borrar ${code.name}` }) ?? undefined
  await waitFor(() => expect(button()).toBeDefined())
  const press = async () => user.click(button() ?? document.body)
  return { user, code, press, button, buttons }
}

describe('deleting a code on a service without idempotency keys', () => {
  it('reports success when the response was lost and the code is no longer in the list', async () => {
    const { code, press, button } = await remove()
    await loseResponse('DeleteCode', { prmCodeId: code.id })
    await press()
    await waitFor(() => expect(toasts()).toEqual([deleted(code)]))
    await waitFor(() => expect(button()).toBeUndefined())
  })

  it('ignores an immediate press on the code that replaced it', async () => {
    const { user, code, press, button, buttons } = await remove()
    await loseResponse('DeleteCode', { prmCodeId: code.id })
    const index = buttons().indexOf(button() as HTMLButtonElement)
    await press()
    await waitFor(() => expect(button()).toBeUndefined())
    const before = await requestRows('SelectCodes')
    backend.recover('DeleteCode')
    await user.click(buttons()[index] as HTMLButtonElement)
    expect(backend.requests('DeleteCode')).toHaveLength(1)
    expect(await requestRows('SelectCodes')).toEqual(before)
  })

  it('reports a missing code when the service no longer has it', async () => {
    const { code, press, button } = await remove()
    await requestBackend('DeleteCode', { prmCodeId: code.id })
    const release = backend.hold('SelectCodes')
    await press()
    await waitFor(() => expect(backend.requests('SelectCodes')).toHaveLength(2))
    expect(toasts()).toEqual([])
    expect(button()?.getAttribute('aria-busy')).toBe('true')
    release()
    await waitFor(() => expect(toasts()).toEqual([executionError, warning(`el codigo ${code.name} ya no existe`)]))
    await waitFor(() => expect(button()).toBeUndefined())
  })
})

/** Opens the dialog 'Eliminar Codigos', with a function for its button 'Eliminar'. */
async function removeAll() {
  const { user, backendRows } = await openTab(codes)
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  const remove = dialog.getByRole('button', { name: 'Eliminar' })
  // Busy until the number of codes is known.
  const isReady = () => waitFor(() => expect(remove.getAttribute('aria-busy')).toBe('false'))
  const press = async () => {
    await isReady()
    await user.click(remove)
  }
  await isReady()
  return { backendRows, press }
}

describe('deleting all codes on a service without idempotency keys', () => {
  it('reports success when the response was lost and the list has no unassigned codes', async () => {
    const { press } = await removeAll()
    await loseResponse('DeleteAllCodes')
    await press()
    // The change before the press shows in the last read; the second press deletes.
    await screen.findByText('La lista cambió mientras tanto.')
    await press()
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('reports the number of remaining codes when the request was lost', async () => {
    const { press, backendRows: before } = await removeAll()
    backend.drop('DeleteAllCodes')
    await press()
    await waitFor(() =>
      expect(toasts()).toEqual([
        executionError,
        warning(`quedan ${before.filter(isUnused).length} codigos sin asignar`),
      ]),
    )
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })
})
