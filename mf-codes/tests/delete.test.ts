import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import {
  truth as ask,
  backend,
  column,
  executionError,
  headerCell,
  openSection,
  type Row,
  toasts,
  trueRows,
} from 'tab-testing'
import { afterEach, describe, expect, it } from 'vitest'
import { codes } from './section'

const deletedAll = { severity: 'success', summary: 'Eliminados', detail: 'se eliminaron los codigos no asignados' }
const isUnused = ({ used }: Row) => used === 0

// What a test deleted is made up for, so that every test finds codes of both kinds.
afterEach(() => ask('InsertCodes', { prmnumber_codes: 12 }))

const deleteButton = ({ name }: Row) => screen.getByRole<HTMLButtonElement>('button', { name: `Borrar ${name}` })

async function openFirstUnused() {
  const { user, truth } = await openSection(codes)
  await user.dblClick(headerCell('Estado'))
  await waitFor(() => expect(column('Estado')[0]).toBe('sin redimir'))
  const shown = column('Codigo')[0]
  const code = truth.find(({ name }) => name === shown)
  if (!code) throw new Error(`The backend knows no code ${shown}.`)
  return { user, truth, code }
}

describe('deleting one code', () => {
  it('deletes it, says so with its text, and reloads', async () => {
    const { user, truth, code } = await openFirstUnused()
    await user.click(deleteButton(code))
    const detail = `se elimino el codigos ${code.name}`
    await waitFor(() => expect(toasts()).toEqual([{ severity: 'success', summary: 'Eliminado', detail }]))
    expect(backend.calls('DeleteCode').map(({ body }) => JSON.parse(body))).toEqual([{ prmCodeId: code.id }])
    await waitFor(() => expect(column('Codigo')).not.toContain(code.name))
    expect(await trueRows('SelectCodes')).toHaveLength(truth.length - 1)
  })

  it('is possible for unused codes only', async () => {
    const { truth } = await openSection(codes)
    for (const code of truth.slice(0, 10)) expect(deleteButton(code).disabled).toBe(!isUnused(code))
    expect(truth.slice(0, 10).some(isUnused)).not.toBe(truth.slice(0, 10).every(isUnused))
  })

  it('asks once for a double click, and only that row is busy', async () => {
    const { user, code } = await openFirstUnused()
    const release = backend.hold('DeleteCode')
    await user.dblClick(deleteButton(code))
    await waitFor(() => expect(deleteButton(code).getAttribute('aria-busy')).toBe('true'))
    expect(document.querySelectorAll('td [aria-busy="true"]')).toHaveLength(1)
    release()
    await waitFor(() => expect(toasts()).toHaveLength(1))
    expect(backend.calls('DeleteCode')).toHaveLength(1)
  })

  it('reports that the backend refused', async () => {
    const { user, code } = await openFirstUnused()
    backend.fail('DeleteCode', 409)
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    expect(column('Codigo')).toContain(code.name)
  })
})

async function openDeletion(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  return { dialog, remove: dialog.getByRole('button', { name: 'Eliminar' }) }
}

describe('deleting all unassigned codes', () => {
  it('asks first, deletes them, says so, reloads and closes', async () => {
    const { user, truth } = await openSection(codes)
    const { dialog, remove } = await openDeletion(user)
    expect(dialog.getByText('¿Esta seguro de eliminar los codigos?')).toBeDefined()
    expect(dialog.getByText('Se eliminara todos los codigos que no han sido asignados')).toBeDefined()
    await user.click(remove)
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const left = truth.filter((code) => !isUnused(code))
    await screen.findByText(new RegExp(`of ${left.length} entries`))
    expect(await trueRows('SelectCodes')).toEqual(left)
  })

  it('is one GET that no cache may answer', async () => {
    const { user } = await openSection(codes)
    await user.click((await openDeletion(user)).remove)
    await waitFor(() => expect(toasts()).toEqual([deletedAll]))
    expect(backend.calls('DeleteAllCodes')).toMatchObject([{ method: 'GET', headers: { 'cache-control': 'no-cache' } }])
  })

  it.each([
    ['status 500', () => backend.fail('DeleteAllCodes')],
    ['no envelope', () => backend.answer('DeleteAllCodes', {})],
    ['a dropped connection', () => backend.drop('DeleteAllCodes')],
  ])('reports %s once, is not tried again and stays open', async (_name, fault) => {
    const { user } = await openSection(codes)
    fault()
    await user.click((await openDeletion(user)).remove)
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    expect(backend.calls('DeleteAllCodes')).toHaveLength(1)
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })
})
