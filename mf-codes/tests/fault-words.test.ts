import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useSession } from '@canje/shared-auth'
import { backend, executionError, openTab, renderTab, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { isRedeemed } from '../src/code-display'
import { openCreateDialog } from './create-dialog'
import { extensions } from './detail'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

/** The faults of the specification's table that leave the session open, by column, with a function that injects each. */
const FAULTS: Readonly<Record<string, (endpoint: string) => void>> = {
  'Refused (404)': (endpoint) => backend.fail(endpoint, 404),
  '429': (endpoint) => backend.respond(endpoint, {}, { status: 429, headers: { 'Retry-After': '120' } }),
  '5xx': (endpoint) => backend.fail(endpoint, 500),
  'No response': (endpoint) => backend.drop(endpoint),
  Unreadable: (endpoint) => backend.respond(endpoint, '<!doctype html>', { contentType: 'text/html' }),
}

const [, section = ''] = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8').split(
  '### Words for each fault\n',
)
const [head = [], , ...rows] =
  section
    .split('\n#', 1)[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ) ?? []

/** The cells of a request in the table: the fault's column and the words. */
function cellsOf(request: string): [column: string, words: string][] {
  const row = rows.find(([name]) => name?.includes(request)) ?? []
  return Object.keys(FAULTS).map((column) => [
    column,
    row[head.indexOf(column)]?.replaceAll('`', '') ?? 'not in the table',
  ])
}

const inject = (column: string, endpoint: string) => FAULTS[column]?.(endpoint)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const codeToDelete = async () => (await requestRows('SelectCodes')).find(isUnused)?.name

const search = (user: UserEvent, name: unknown) =>
  user.type(screen.getByRole('textbox', { name: 'Buscar en Codigos' }), String(name))

async function pressDelete(user: UserEvent, name: unknown) {
  await search(user, name)
  await user.click(await screen.findByRole('button', { name: `Borrar ${name}` }))
}

/** Waits until a button can be pressed again, and presses it. */
async function pressAgain(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name, busy: false }))
}

/** Expects as many toasts of a failed request, and closes the last one: an equal one would merge with it. */
async function expectErrors(user: UserEvent, count: number) {
  const errors = () => toasts().filter(({ severity }) => severity === executionError.severity)
  await waitFor(() => expect(errors()).toEqual(Array(count).fill(executionError)))
  for (const close of document.querySelectorAll('.p-toast-message-error .p-toast-icon-close')) await user.click(close)
}

// Each test mounts the tab once, for all faults.
describe('Codigos says why a read failed', () => {
  it('of its rows', async () => {
    backend.fail('SelectCodes', 503)
    const { user } = await renderTab(codes.Tab)
    await expectErrors(user, 1)
    for (const [index, [column, words]] of cellsOf('rows of a tab').entries()) {
      inject(column, 'SelectCodes')
      await pressAgain(user, 'Reintentar')
      const text = await screen.findByText(words)
      expect(text.getAttribute('role')).toBe('status')
      await expectErrors(user, index + 2)
    }
    expect(toasts()).toHaveLength(1 + Object.keys(FAULTS).length)
  })

  it('of details', async () => {
    const code = (await requestRows('SelectCodes')).find(isRedeemed)
    const { user } = await openTab(codes, { extensions })
    await search(user, code?.name)
    backend.fail('SelectReport', 503)
    await user.click(await screen.findByRole('link', { name: String(code?.name) }))
    const details = within(await screen.findByRole('dialog', { name: String(code?.name) }))
    const retry = async () => user.click(await details.findByRole('button', { name: 'Reintentar', busy: false }))
    for (const [column, words] of cellsOf('details')) {
      inject(column, 'SelectReport')
      await retry()
      await details.findByText(words)
    }
    backend.recover('SelectReport')
    await retry()
    await details.findByRole('button', { name: 'Actualizar' })
    for (const [, words] of cellsOf('details')) expect(details.queryByText(words)).toBeNull()
  })
})

describe('Codigos says why a change failed', () => {
  it('that creates codes', async () => {
    const { user } = await openTab(codes)
    const { dialog } = await openCreateDialog(user)
    await user.keyboard('7')
    for (const [index, [column, words]] of cellsOf('InsertCodes').entries()) {
      inject(column, 'InsertCodes')
      await pressAgain(user, 'Crear')
      const text = await dialog.findByText(words)
      expect(text.getAttribute('role')).toBe('status')
      expect(screen.getAllByText(words)).toHaveLength(1)
      await expectErrors(user, index + 1)
    }
    expect(toasts()).toHaveLength(Object.keys(FAULTS).length)
  })

  it('that deletes a code', async () => {
    const name = await codeToDelete()
    const { user } = await openTab(codes)
    await search(user, name)
    for (const [index, [column, words]] of cellsOf('DeleteCode').entries()) {
      inject(column, 'DeleteCode')
      await pressAgain(user, `Borrar ${name}`)
      await screen.findByText(words.replace('{code name}', String(name)))
      await expectErrors(user, index + 1)
    }
    expect(toasts()).toHaveLength(Object.keys(FAULTS).length)
  })

  it('that deletes all codes', async () => {
    const { user } = await openTab(codes)
    await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
    const { findByText } = await dialog('Eliminar Codigos')
    await findByText(/^Son \d+ codigos/)
    for (const [index, [column, words]] of cellsOf('DeleteAllCodes').entries()) {
      inject(column, 'DeleteAllCodes')
      await pressAgain(user, 'Eliminar')
      await findByText(words)
      await expectErrors(user, index + 1)
    }
  })

  it('that restores codes', async () => {
    const name = await codeToDelete()
    const { user } = await openTab(codes, { features: ['restore'] })
    await pressDelete(user, name)
    await screen.findByRole('button', { name: 'Deshacer' })
    // The refusal comes last, because it is final.
    for (const [index, [column, words]] of cellsOf('RestoreCodes').reverse().entries()) {
      inject(column, 'RestoreCodes')
      await pressAgain(user, 'Deshacer')
      await screen.findByText(words)
      await expectErrors(user, index + 1)
    }
  })

  it('before a bulk deletion, by the count', async () => {
    const { user } = await openTab(codes)
    for (const [column, words] of cellsOf('`Borrar codigos`')) {
      inject(column, 'SelectCodes')
      await pressAgain(user, 'Borrar codigos')
      const { findByText, getByText } = await dialog('Eliminar Codigos')
      await findByText(words)
      expect(getByText('No se pudo saber cuántos codigos son.')).toBeTruthy()
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it.each(['InsertCodes', 'DeleteCode'])('but ends the session after a 401 of %s', async (endpoint) => {
    const name = await codeToDelete()
    const { user } = await openTab(codes)
    backend.fail(endpoint, 401)
    if (endpoint === 'DeleteCode') await pressDelete(user, name)
    else {
      await openCreateDialog(user)
      await user.keyboard('7{Enter}')
    }
    await screen.findByText('Sesión cerrada')
    expect(useSession.getState().idToken).toBeNull()
    expect(toasts()).toEqual([])
  })
})

describe('the words go', () => {
  it('with the next change, or a press', async () => {
    const name = await codeToDelete()
    const { user } = await openTab(codes)
    backend.fail('DeleteCode', 400)
    await pressDelete(user, name)
    const words = `No se borró el codigo ${name}: el servicio rechazó la petición (400).`
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.queryByText(words)).toBeNull()

    await user.click(await screen.findByRole('button', { name: `Borrar ${name}`, busy: false }))
    await screen.findByText(words)
    backend.recover('DeleteCode')
    await user.click(await screen.findByRole('button', { name: `Borrar ${name}`, busy: false }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('with their dialog', async () => {
    const { user } = await openTab(codes)
    const { dialog: creation } = await openCreateDialog(user)
    backend.fail('InsertCodes', 400)
    await user.keyboard('7{Enter}')
    const words = 'No se crearon los codigos: el servicio rechazó la petición (400).'
    await creation.findByText(words)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(words)).toBeNull()
  })
})
