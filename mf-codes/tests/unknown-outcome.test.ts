import { backend, executionError, openTab, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

async function create(features: readonly string[] = []) {
  const { user, backendRows } = await openTab(codes, { features })
  const { field } = await openCreateDialog(user)
  const press = async (quantity: number) => user.keyboard(`${quantity}{Enter}`)
  return { user, backendRows, field, press }
}

/** Opens the page of an unused code, with functions for its button 'Borrar'. */
async function remove(features: readonly string[] = []) {
  const { user, backendRows } = await openTab(codes, { features })
  await user.click(screen.getByRole('button', { name: 'Página 4' }))
  const [code = {}] = backendRows.slice(30)
  const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: `Borrar ${code.name}` })
  await waitFor(() => expect(button()).not.toBeNull())
  const press = async () => user.click(button() ?? document.body)
  return { user, code, press, button }
}

describe('on a service without idempotency keys', () => {
  it('reports the number of new codes when the response was lost, and keeps the quantity', async () => {
    const { backendRows: before, field, press } = await create()
    backend.schedule(['InsertCodes'], [{ reply: 'reset' }])
    await press(7)
    const detail = 'hay 7 codigos nuevos sin asignar: revise la lista'
    await waitFor(() => expect(toasts()).toEqual([executionError, { severity: 'warn', summary: 'Aviso', detail }]))
    await screen.findByText(`Showing 1 to 10 of ${before.length + 7} entries`)
    expect(field.value).toBe('7')
    expect(backend.requests('InsertCodes')).toHaveLength(1)
  })

  it('fetches the list once before it reports success', async () => {
    const { press } = await create()
    const release = backend.hold('SelectCodes')
    await press(7)
    await waitFor(() => expect(backend.requests('SelectCodes')).toHaveLength(2))
    expect(toasts()).toEqual([])
    release()
    await waitFor(() => expect(toasts()).toMatchObject([{ summary: 'Creado' }]))
    expect(backend.requests('SelectCodes')).toHaveLength(2)
  })
})

describe('on a failing service with idempotency keys', () => {
  const features = ['idempotency', 'history']
  const stop = () => screen.getByRole('button', { name: 'Dejar de intentar' })
  /** The service fails, and asks for a pause that is longer than the test. */
  const fail = (endpoint: string) => backend.respond(endpoint, '', { status: 503, headers: { 'Retry-After': '60' } })
  const isBusy = (button: HTMLElement) => button.getAttribute('aria-busy') === 'true'

  async function stopRepeating(user: UserEvent, endpoint: string) {
    await screen.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    expect(toasts().filter(({ severity }) => severity === 'error')).toEqual([])
    expect(screen.queryByText('El servidor tarda en responder…')).toBeNull()
    await user.click(stop())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dejar de intentar' })).toBeNull())
    expect(backend.requests(endpoint)).toHaveLength(1)
  }

  it('says so in the dialog of a creation; stopped, nothing was created', async () => {
    const { user, press, backendRows: before } = await create(features)
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

  it('says so above the rows when the dialog was closed; stopped, the codes were created all the same', async () => {
    const { user, press } = await create(features)
    fail('InsertCodes')
    await press(7)
    await screen.findByText('El servicio falló; se intenta de nuevo (2 de 6)')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await requestBackend('InsertCodes', { prmnumber_codes: 7 })
    await stopRepeating(user, 'InsertCodes')
    await screen.findByText('Nuevos (7)')
    expect(toasts()).toMatchObject([{ summary: 'Creado' }])
  })

  it('says so above the rows of a deletion; stopped, the code is still there', async () => {
    const { user, code, press, button } = await remove(features)
    fail('DeleteCode')
    await press()
    await stopRepeating(user, 'DeleteCode')
    await screen.findByText(`No se borró el codigo ${code.name}: el servicio falló (503).`)
    expect(button()?.getAttribute('aria-busy')).toBe('false')
  })

  it('stops the deletions of two rows by one press', async () => {
    const { user, press } = await remove(features)
    fail('DeleteCode')
    await press()
    const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^Borrar (?!codigos)/ })
    const other = buttons().find((one) => !one.disabled && !isBusy(one))
    await user.click(other as HTMLButtonElement)
    await waitFor(() => expect(backend.requests('DeleteCode')).toHaveLength(2))
    await user.click(stop())
    await waitFor(() => expect(buttons().filter(isBusy)).toEqual([]))
    expect(backend.requests('DeleteCode')).toHaveLength(2)
  })
})
