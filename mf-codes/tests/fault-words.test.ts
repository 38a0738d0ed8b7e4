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

async function pressDelete(user: UserEvent, name: unknown) {
  await user.type(screen.getByRole('textbox', { name: 'Buscar en Codigos' }), String(name))
  await user.click(await screen.findByRole('button', { name: `Borrar ${name}` }))
}

describe('Codigos says why a read failed', () => {
  it.each(cellsOf('rows of a tab'))('rows, %s: %s', async (column, words) => {
    inject(column, 'SelectCodes')
    await renderTab(codes.Tab)
    const text = await screen.findByText(words)
    expect(text.getAttribute('role')).toBe('status')
    expect(toasts()).toEqual([executionError])
  })

  it.each(cellsOf('details'))('details, %s: %s', async (column, words) => {
    const code = (await requestRows('SelectCodes')).find(isRedeemed)
    const { user } = await openTab(codes, { extensions })
    await user.type(screen.getByRole('textbox', { name: 'Buscar en Codigos' }), String(code?.name))
    inject(column, 'SelectReport')
    await user.click(await screen.findByRole('link', { name: String(code?.name) }))
    const details = within(await screen.findByRole('dialog', { name: String(code?.name) }))
    await details.findByText(words)
    backend.recover('SelectReport')
    await user.click(details.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(details.queryByText(words)).toBeNull())
    await details.findByRole('button', { name: 'Actualizar' })
  })
})

describe('Codigos says why a change failed', () => {
  it.each(cellsOf('InsertCodes'))('creation, %s: %s', async (column, words) => {
    const { user } = await openTab(codes)
    await openCreateDialog(user)
    inject(column, 'InsertCodes')
    await user.keyboard('7{Enter}')
    const text = await (await dialog('Creacion de codigos')).findByText(words)
    expect(text.getAttribute('role')).toBe('status')
    expect(toasts()).toEqual([executionError])
    expect(screen.getAllByText(words)).toHaveLength(1)
  })

  it.each(cellsOf('DeleteCode'))('deletion, %s: %s', async (column, words) => {
    const name = await codeToDelete()
    const { user } = await openTab(codes)
    inject(column, 'DeleteCode')
    await pressDelete(user, name)
    await screen.findByText(words.replace('{code name}', String(name)))
    expect(toasts()).toEqual([executionError])
  })

  it.each(cellsOf('DeleteAllCodes'))('bulk deletion, %s: %s', async (column, words) => {
    const { user } = await openTab(codes)
    await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
    const { findByText, getByRole } = await dialog('Eliminar Codigos')
    await findByText(/^Son \d+ codigos/)
    inject(column, 'DeleteAllCodes')
    await user.click(getByRole('button', { name: 'Eliminar' }))
    await findByText(words)
    expect(toasts()[0]).toEqual(executionError)
  })

  it.each(cellsOf('RestoreCodes'))('restoration, %s: %s', async (column, words) => {
    const name = await codeToDelete()
    const { user } = await openTab(codes, { features: ['restore'] })
    await pressDelete(user, name)
    const undo = await screen.findByRole('button', { name: 'Deshacer' })
    inject(column, 'RestoreCodes')
    await user.click(undo)
    await screen.findByText(words)
    expect(toasts()).toContainEqual(executionError)
  })

  it.each(cellsOf('`Borrar codigos`'))('count before a bulk deletion, %s: %s', async (column, words) => {
    const { user } = await openTab(codes)
    inject(column, 'SelectCodes')
    await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
    const { findByText, getByText } = await dialog('Eliminar Codigos')
    await findByText(words)
    expect(getByText('No se pudo saber cuántos codigos son.')).toBeTruthy()
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
