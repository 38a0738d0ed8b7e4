import { screen, waitFor, within } from '@testing-library/react'
import { backend, executionError, openSection, type Row, toasts, trueRows, truth } from 'tab-testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCreation } from './creation'
import { codes } from './section'
import { isUnused, stockCodes } from './stock'

beforeEach(stockCodes)

const created = { severity: 'success', summary: 'Creado', detail: 'se crearon los codigos con exito' }
const deletedAll = { severity: 'success', summary: 'Eliminados', detail: 'se eliminaron los codigos no asignados' }
const deleted = ({ name }: Row) => ({
  severity: 'success',
  summary: 'Eliminado',
  detail: `se elimino el codigos ${name}`,
})
const seen = (detail: string) => ({ severity: 'warn', summary: 'Aviso', detail: `${detail}: revise la lista` })
const keyed = { features: ['idempotency'] }

/** The call reaches the service, and its response never comes. */
async function lose(call: string, body?: object) {
  backend.drop(call)
  await truth(call, body)
}

async function create(options?: typeof keyed) {
  const { user, truth } = await openSection(codes, options)
  const { field } = await openCreation(user)
  const press = async (quantity: number) => user.keyboard(`${quantity}{Enter}`)
  return { user, truth, field, press }
}

describe('creating codes on a service without idempotency keys', () => {
  it('says what it sees when the browser has sent the call twice', async () => {
    const { truth: before, field, press } = await create()
    const release = backend.hold('InsertCodes')
    await press(7)
    await waitFor(() => expect(backend.calls('InsertCodes')).toHaveLength(1))
    await truth('InsertCodes', { prmnumber_codes: 7 })
    release()
    await waitFor(() => expect(toasts()).toEqual([executionError, seen('hay 14 codigos nuevos sin asignar')]))
    await screen.findByText(`Showing 1 to 10 of ${before.length + 14} entries`)
    expect(field.value).toBe('7')
  })

  it.each([
    [7, 'hay 7 codigos nuevos sin asignar'],
    [1, 'hay 1 codigo nuevo sin asignar'],
  ])('says what it sees when the response to a call for %i was lost', async (quantity, sentence) => {
    const { truth: before, field, press } = await create()
    await lose('InsertCodes', { prmnumber_codes: quantity })
    await press(quantity)
    await waitFor(() => expect(toasts()).toEqual([executionError, seen(sentence)]))
    await screen.findByText(`Showing 1 to 10 of ${before.length + quantity} entries`)
    expect(field.value).toBe(String(quantity))
    expect(backend.calls('InsertCodes')).toHaveLength(1)
  })

  it('reads the list before it says that they were created, and once', async () => {
    const { press } = await create()
    const release = backend.hold('SelectCodes')
    await press(7)
    await waitFor(() => expect(backend.calls('SelectCodes')).toHaveLength(2))
    expect(toasts()).toEqual([])
    release()
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(backend.calls('SelectCodes')).toHaveLength(2)
  })

  it('takes the word of the service where the list cannot be read', async () => {
    const { press } = await create()
    backend.fail('SelectCodes')
    await press(7)
    await waitFor(() => expect(toasts()).toHaveLength(2))
    expect(toasts()).toEqual(expect.arrayContaining([created, executionError]))
  })

  it('reads nothing again after a refusal', async () => {
    const { press } = await create()
    backend.fail('InsertCodes', 400)
    await press(7)
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    expect(backend.calls('SelectCodes')).toHaveLength(1)
  })
})

describe('creating codes on a service with idempotency keys', () => {
  it('says at once that they were created', async () => {
    const { truth: before, press } = await create(keyed)
    const release = backend.hold('SelectCodes')
    await press(7)
    await waitFor(() => expect(toasts()).toEqual([created]))
    release()
    await screen.findByText(`Showing 1 to 10 of ${before.length + 7} entries`)
  })

  it('repeats the call with its key until it knows: one batch, one toast', async () => {
    const { truth: before, press } = await create(keyed)
    backend.drop('InsertCodes')
    await press(7)
    await waitFor(() => expect(backend.calls('InsertCodes')).toHaveLength(2))
    backend.recover('InsertCodes')
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(new Set(backend.calls('InsertCodes').map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await trueRows('SelectCodes')).toHaveLength(before.length + 7)
  })
})

/** Presses 'Borrar' of an unused code. */
async function remove(options?: typeof keyed) {
  const { user, truth } = await openSection(codes, options)
  await user.click(screen.getByRole('button', { name: 'Página 4' }))
  const [code = {}] = truth.slice(30)
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Borrar' })
  const button = () => buttons().find((button) => button.getAttribute('aria-description') === code.name)
  await waitFor(() => expect(button()).toBeDefined())
  const press = async () => user.click(button() ?? document.body)
  return { user, code, press, button, buttons }
}

describe('deleting a code on a service without idempotency keys', () => {
  it('says that it is deleted when the response was lost, and the list has it no more', async () => {
    const { code, press, button } = await remove()
    await lose('DeleteCode', { prmCodeId: code.id })
    await press()
    await waitFor(() => expect(toasts()).toEqual([deleted(code)]))
    await waitFor(() => expect(button()).toBeUndefined())
  })

  it('ignores a press at once on the code that took its place', async () => {
    const { user, code, press, button, buttons } = await remove()
    await lose('DeleteCode', { prmCodeId: code.id })
    const place = buttons().indexOf(button() as HTMLButtonElement)
    await press()
    await waitFor(() => expect(button()).toBeUndefined())
    const before = await trueRows('SelectCodes')
    backend.recover('DeleteCode')
    await user.click(buttons()[place] as HTMLButtonElement)
    expect(backend.calls('DeleteCode')).toHaveLength(1)
    expect(await trueRows('SelectCodes')).toEqual(before)
  })

  it('says that it is not there when the service knows it no more', async () => {
    const { code, press, button } = await remove()
    await truth('DeleteCode', { prmCodeId: code.id })
    const release = backend.hold('SelectCodes')
    await press()
    await waitFor(() => expect(backend.calls('SelectCodes')).toHaveLength(2))
    expect(toasts()).toEqual([])
    expect(button()?.getAttribute('aria-busy')).toBe('true')
    release()
    await waitFor(() => expect(toasts()).toEqual([executionError, seen(`el codigo ${code.name} ya no existe`)]))
    await waitFor(() => expect(button()).toBeUndefined())
  })
})

/** Presses 'Eliminar' of all. */
async function removeAll() {
  const { user, truth } = await openSection(codes)
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  const press = async () => user.click(dialog.getByRole('button', { name: 'Eliminar' }))
  return { truth, press }
}

describe('deleting all codes on a service without idempotency keys', () => {
  it('says that they are deleted when the response was lost, and the list has none of them', async () => {
    const { press } = await removeAll()
    await lose('DeleteAllCodes')
    await press()
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says how many it sees when the call was lost', async () => {
    const { press, truth: before } = await removeAll()
    backend.drop('DeleteAllCodes')
    await press()
    await waitFor(() =>
      expect(toasts()).toEqual([executionError, seen(`quedan ${before.filter(isUnused).length} codigos sin asignar`)]),
    )
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })
})
