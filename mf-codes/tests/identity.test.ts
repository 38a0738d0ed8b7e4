import { backend, column, renderTab } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Code } from '../src/codes'
import { openCreateDialog } from './create-dialog'
import { extensions } from './detail'
import { codes } from './tab'

afterEach(() => {
  vi.useRealTimers()
})

const code = (id: Code['id'], name: string, more: Partial<Code> = {}): Code => ({
  ...{ id, name, userName: null, used: 0, date: `2025-01-0${String(id ?? 9)}` },
  ...more,
})
const list = (rows: readonly Code[]) => backend.respond('SelectCodes', { data: { data: rows } })
const receipt = async () => within(await screen.findByRole('region', { name: 'Comprobante' }))

/** Mounts the tab with this list. */
async function openWith(rows: readonly Code[], features: readonly string[] = ['idempotency', 'history']) {
  list(rows)
  const { user } = await renderTab(codes.Tab, { features, extensions })
  await waitFor(() => expect(column('Codigo')).toEqual(rows.map(({ name }) => name ?? '')))
  return user
}

/** Creates codes; the service then has this list. */
async function create(before: readonly Code[], after: readonly Code[], response: object | true, quantity: number) {
  const user = await openWith(before)
  await openCreateDialog(user)
  backend.respond('InsertCodes', { data: response })
  list(after)
  await user.keyboard(`${quantity}{Enter}`)
  return { user, receipt: await receipt() }
}

it("'Ver' shows the created rows only, and its chip names and removes them", async () => {
  const created = [code(3, 'AB'), code('1', 'AB')]
  const before = [code(1, 'AB'), code(2, 'ABC', { userName: 'AB' }), code(4, 'x', { used: 1 })]
  const after = [...before, ...created]
  const { user, receipt } = await create(before, after, { created: 2, codes: created }, 2)
  await waitFor(() => expect(column('Id')).toHaveLength(after.length))
  await user.click(receipt.getByRole('button', { name: 'Ver' }))
  await waitFor(() => expect(column('Fecha')).toEqual(['2025-01-03', '2025-01-01']))
  expect(column('Id')).toEqual(['3', '1'])
  await user.click(screen.getByRole('button', { name: 'Quitar filtro Id: 3, 1' }))
  await waitFor(() => expect(column('Id')).toHaveLength(after.length))
})

it('deletes the row of the press among equal texts, and ids of both kinds', async () => {
  const rows = [code(1, 'A'), code('1', 'A'), code(null, 'A'), code('', 'A')]
  const user = await openWith(rows)
  backend.respond('DeleteCode', { data: true })
  const release = backend.hold('DeleteCode')
  const buttons = screen.getAllByRole('button', { name: 'Borrar A' })
  expect(buttons.map((button) => button.hasAttribute('disabled'))).toEqual([false, false, true, true])
  await user.click(buttons[1] as HTMLElement)
  await waitFor(() => expect(backend.requests('DeleteCode')).toHaveLength(1))
  expect(buttons.map((button) => button.getAttribute('aria-busy'))).toEqual(['false', 'true', 'false', 'false'])
  expect(JSON.parse(backend.requests('DeleteCode')[0]?.body ?? '')).toMatchObject({ prmCodeId: '1' })
  list(rows.filter(({ id }) => id !== '1'))
  release()
  await waitFor(() => expect(column('Fecha')).toEqual(['2025-01-01', '2025-01-09', '2025-01-0']))
  await (await receipt()).findByText('Eliminado A')
})

it('does not act on a code of equal text and another id that takes the place of the pressed one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const user = await openWith([code(1, 'A'), code(2, 'A')])
  const deletion = () => screen.getAllByRole('button', { name: 'Borrar A' })[0] as HTMLElement
  backend.respond('DeleteCode', { data: true })
  list([code(2, 'A')])
  await user.click(deletion())
  await waitFor(() => expect(column('Id')).toEqual(['2']))
  await user.click(deletion())
  await user.click(screen.getByRole('link', { name: 'A' }))
  await screen.findByText('Espere un momento: la lista acaba de cambiar.')
  expect(backend.requests('DeleteCode')).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('does not offer to restore codes without an id', async () => {
  const user = await openWith([code(null, 'A')], ['history'])
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
  await dialog.findByText('Es 1 codigo: A.')
  backend.respond('DeleteAllCodes', { data: true })
  const release = backend.hold('DeleteAllCodes')
  await user.click(dialog.getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(backend.requests('DeleteAllCodes')).toHaveLength(1))
  list([])
  release()
  expect((await receipt()).getByText('Eliminado A')).toBeDefined()
  expect((await receipt()).queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

it('announces each deletion, also of equal texts', async () => {
  const rows = [code(1, 'A'), code(2, 'B'), code('1', 'A')]
  const user = await openWith(rows)
  backend.respond('DeleteCode', { data: true })
  const announcement = () => document.querySelector('[aria-live=polite] > span')
  const announced: unknown[] = []
  // From below: a press on the row that has taken the place of a deleted one is ignored.
  for (const left of [rows.slice(0, 2), rows.slice(1, 2)]) {
    list(left)
    await user.click(screen.getAllByRole('button', { name: 'Borrar A' }).at(-1) as HTMLElement)
    await waitFor(() => expect(column('Id')).toEqual(left.map(({ id }) => String(id))))
    await waitFor(() => expect(announcement()?.textContent).toBe('Eliminado A'))
    await waitFor(() => expect(announced).not.toContain(announcement()))
    announced.push(announcement())
  }
})

it.each([
  [[null], 'Es 1 codigo: —.'],
  [[''], 'Es 1 codigo: —.'],
  [['A', null], 'Son 2 codigos: A y —.'],
])('names codes with the texts %j before they are deleted', async (names, words) => {
  const user = await openWith(names.map((name, index) => ({ ...code(index, ''), name })))
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  await within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' })).findByText(words)
})
