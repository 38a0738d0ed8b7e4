import { backend, executionError, openTab, type Row, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { itLong, someOf } from './long'
import { seedCodes } from './seed-codes'
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

  it.each(
    someOf([
      [7, 'hay 7 codigos nuevos sin asignar'],
      [1, 'hay 1 codigo nuevo sin asignar'],
    ] as const),
  )('reports the number of new codes when the response for %i was lost', async (quantity, sentence) => {
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
})

describe('creating codes on a service with idempotency keys', () => {
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
})

it.each(someOf([[false], [null], [{ id: 0 }], [{ data: false }]]))(
  'a deletion that is answered by the payload %j had no known effect while the list has the code',
  async (data) => {
    const { code, press, button } = await remove()
    backend.respond('DeleteCode', { data })
    await press()
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    await screen.findByText(`No se sabe si se borró el codigo ${code.name}: revise la lista.`)
    expect(button()?.getAttribute('aria-busy')).toBe('false')
  },
)

/** Opens the dialog 'Eliminar Codigos', with a function for its button 'Eliminar'. */
async function removeAll(options?: typeof keyed) {
  const { user, backendRows } = await openTab(codes, options)
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
  return { user, backendRows, press }
}

describe('deleting all codes on a service without idempotency keys', () => {
  it('reports success when the response was lost and the list has no unassigned codes', async () => {
    const { press } = await removeAll()
    backend.schedule(['DeleteAllCodes'], [{ reply: 'reset' }])
    await press()
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a failing service with idempotency keys', () => {
  const all = { features: ['idempotency', 'history'] }
  const stop = () => screen.getByRole('button', { name: 'Dejar de intentar' })
  /** The service fails, and asks for a pause that is longer than the test. */
  const fail = (endpoint: string) => backend.respond(endpoint, '', { status: 503, headers: { 'Retry-After': '60' } })
  async function stopRepeating(user: Awaited<ReturnType<typeof create>>['user'], endpoint: string) {
    await screen.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    expect(toasts().filter(({ severity }) => severity === 'error')).toEqual([])
    expect(screen.queryByText('El servidor tarda en responder…')).toBeNull()
    await user.click(stop())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dejar de intentar' })).toBeNull())
    expect(backend.requests(endpoint)).toHaveLength(1)
  }

  it('says so in the dialog of a creation; stopped, nothing was created', async () => {
    const { user, press, backendRows: before } = await create(keyed)
    fail('InsertCodes')
    await press(7)
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    await stopRepeating(user, 'InsertCodes')
    await dialog.findByText('No se crearon los codigos: el servicio falló (503).')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Crear' }))
    expect(toasts()).toEqual([executionError])
    expect(await requestRows('SelectCodes')).toHaveLength(before.length)
  })

  it('stopped, the codes were created all the same', async () => {
    const { user, press } = await create(keyed)
    fail('InsertCodes')
    await press(7)
    await requestBackend('InsertCodes', { prmnumber_codes: 7 })
    await stopRepeating(user, 'InsertCodes')
    await waitFor(() => expect(toasts()).toEqual([created]))
    await screen.findByText('Nuevos (7)')
  })

  itLong('says so above the rows when the dialog was closed', async () => {
    const { user, press } = await create(keyed)
    fail('InsertCodes')
    await press(7)
    await screen.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await stopRepeating(user, 'InsertCodes')
    await screen.findByText('No se crearon los codigos: el servicio falló (503).')
  })

  it('says so above the rows of a deletion; stopped, the code is still there', async () => {
    const { user, code, press, button } = await remove(all)
    fail('DeleteCode')
    await press()
    await stopRepeating(user, 'DeleteCode')
    await screen.findByText(`No se borró el codigo ${code.name}: el servicio falló (503).`)
    expect(button()?.getAttribute('aria-busy')).toBe('false')
  })

  it('stops the deletions of two rows by one press', async () => {
    const { user, press, buttons } = await remove(all)
    fail('DeleteCode')
    await press()
    const other = buttons().find((one) => !one.disabled && one.getAttribute('aria-busy') !== 'true')
    await user.click(other as HTMLButtonElement)
    await waitFor(() => expect(backend.requests('DeleteCode')).toHaveLength(2))
    await user.click(stop())
    await waitFor(() => expect(buttons().filter((one) => one.getAttribute('aria-busy') === 'true')).toEqual([]))
    expect(backend.requests('DeleteCode')).toHaveLength(2)
  })

  it.each(
    someOf([
      [false, 'No se borraron los codigos: el servicio falló (503).'],
      [true, undefined],
    ] as const),
  )('says so in the dialog of a bulk deletion; stopped, its effect: %s', async (isDone, sentence) => {
    const { user, press } = await removeAll(keyed)
    fail('DeleteAllCodes')
    await press()
    await screen.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    if (isDone) await requestBackend('DeleteAllCodes')
    await stopRepeating(user, 'DeleteAllCodes')
    if (sentence) await within(screen.getByRole('dialog')).findByText(sentence)
    else await waitFor(() => expect(toasts()).toEqual([deletedAll]))
  })

  it.each(
    someOf([
      [true, undefined],
      [false, 'No se restauraron los codigos: el servicio falló (503).'],
    ] as const),
  )('says so above the rows of a restoration; stopped, its effect: %s', async (isDone, sentence) => {
    const { user, code, press } = await remove(all)
    await press()
    const undo = await screen.findByRole('button', { name: 'Deshacer' })
    await waitFor(() => expect(screen.queryByRole('button', { name: `Borrar ${code.name}` })).toBeNull())
    fail('RestoreCodes')
    await user.click(undo)
    await screen.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    if (isDone) await requestBackend('RestoreCodes', { prmCodeIds: [code.id] })
    await stopRepeating(user, 'RestoreCodes')
    if (sentence) await screen.findByText(sentence)
    else await waitFor(() => expect(toasts().at(-1)?.summary).toBe('Restaurado'))
  })
})
