import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { backend, executionError, openSection, toasts, trueRows } from 'tab-testing'
import { describe, expect, it } from 'vitest'
import { openCreation } from './creation'
import { codes } from './section'

const created = { severity: 'success', summary: 'Creado', detail: 'se crearon los codigos con exito' }

/** Creates a code and closes the dialog before that is answered. @returns what lets the answer come */
async function closeMidCall(user: UserEvent) {
  await openCreation(user)
  const release = backend.hold('InsertCodes')
  await user.keyboard('1{Enter}')
  await waitFor(() => expect(backend.calls('InsertCodes')).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return release
}

describe('creating codes', () => {
  it('makes as many as asked for, says so, reloads, resets the quantity and closes', async () => {
    const { user, truth } = await openSection(codes)
    const { dialog, create } = await openCreation(user)
    expect(dialog.getByText('Ingrese la cantidad de codigos que quiere generar')).toBeDefined()
    await user.keyboard('12')
    await user.click(create)
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(backend.calls('InsertCodes').map(({ body }) => JSON.parse(body))).toEqual([{ prmnumber_codes: 12 }])
    await screen.findByText(`Showing 1 to 10 of ${truth.length + 12} entries`)
    expect(await trueRows('SelectCodes')).toHaveLength(truth.length + 12)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await openCreation(user)).field.value).toBe('0')
  })

  it('asks for nothing before there is a quantity, typed or pasted', async () => {
    const { user } = await openSection(codes)
    const { create, field } = await openCreation(user)
    for (const keys of [
      '{Enter}',
      '{Delete}{Enter}',
      '0{Enter}',
      '-{Enter}',
      '-3{Enter}',
      '1.5{Enter}',
      '1,5{Enter}',
      'ab{Enter}',
    ]) {
      await user.clear(field)
      await user.keyboard(keys)
      expect(create.disabled, keys).toBe(true)
    }
    for (const text of ['12.5', '-3', '123', 'doce', '1e1']) {
      await user.clear(field)
      await user.paste(text)
      expect(create.disabled, text).toBe(true)
    }
    expect(backend.calls('InsertCodes')).toEqual([])
  })

  it('creates a pasted quantity', async () => {
    const { user } = await openSection(codes)
    const { create } = await openCreation(user)
    await user.paste('2')
    await user.click(create)
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(backend.calls('InsertCodes').map(({ body }) => JSON.parse(body))).toEqual([{ prmnumber_codes: 2 }])
  })

  it('creates by Enter in the field, once however often it is pressed', async () => {
    const { user } = await openSection(codes)
    await openCreation(user)
    const release = backend.hold('InsertCodes')
    await user.keyboard('1{Enter}{Enter}{Enter}')
    await waitFor(() => expect(backend.calls('InsertCodes')).toHaveLength(1))
    release()
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(backend.calls('InsertCodes')).toHaveLength(1)
  })

  it('creates once while Enter is held down', async () => {
    const { user, truth } = await openSection(codes)
    await openCreation(user)
    await user.keyboard('2{Enter>9/}')
    await screen.findByText(`Showing 1 to 10 of ${truth.length + 2} entries`)
    expect(toasts()).toEqual([created])
    expect(backend.calls('InsertCodes')).toHaveLength(1)
  })

  it('is busy while it runs; a double click asks once', async () => {
    const { user } = await openSection(codes)
    const { create } = await openCreation(user)
    const release = backend.hold('InsertCodes')
    await user.keyboard('1')
    await user.dblClick(create)
    await waitFor(() => expect(create.getAttribute('aria-busy')).toBe('true'))
    await user.click(create)
    release()
    await waitFor(() => expect(toasts()).toEqual([created]))
    expect(backend.calls('InsertCodes')).toHaveLength(1)
  })

  it('goes on when the dialog is closed mid-call: one call, one toast', async () => {
    const { user } = await openSection(codes)
    const release = await closeMidCall(user)
    release()
    await waitFor(() => expect(toasts()).toEqual([created]))
    await waitFor(() => expect(backend.calls('SelectCodes')).toHaveLength(2))
    expect(backend.calls('InsertCodes')).toHaveLength(1)
    expect((await openCreation(user)).field.value).toBe('0')
  })

  it('leaves a dialog alone that was opened again mid-call', async () => {
    const { user, truth } = await openSection(codes)
    const release = await closeMidCall(user)
    const { field, create } = await openCreation(user)
    await user.keyboard('20')
    release()
    await screen.findByText(`Showing 1 to 10 of ${truth.length + 1} entries`)
    expect(field.value).toBe('20')
    await user.click(create)
    await screen.findByText(`Showing 1 to 10 of ${truth.length + 21} entries`)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['status 500', () => backend.fail('InsertCodes')],
    ['a dropped connection', () => backend.drop('InsertCodes')],
    ['a payload that is not truthy', () => backend.answer('InsertCodes', { data: { data: null } })],
    ['no envelope', () => backend.answer('InsertCodes', {})],
  ])('reports %s and keeps dialog and quantity', async (_name, fault) => {
    const { user, truth } = await openSection(codes)
    fault()
    const { field } = await openCreation(user)
    await user.keyboard('7{Enter}')
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    expect(field.value).toBe('7')
    expect(await trueRows('SelectCodes')).toHaveLength(truth.length)
  })

  it.each([{ data: 1 }, { data: { data: true } }])('understands %j', async (answer) => {
    const { user } = await openSection(codes)
    backend.answer('InsertCodes', answer)
    await openCreation(user)
    await user.keyboard('7{Enter}')
    await waitFor(() => expect(toasts()).toEqual([created]))
  })

  it('ends the session without a toast on status 401', async () => {
    const { user } = await openSection(codes)
    backend.fail('InsertCodes', 401)
    await openCreation(user)
    await user.keyboard('7{Enter}')
    await screen.findByText('Sesión cerrada')
    expect(toasts()).toEqual([])
  })
})
