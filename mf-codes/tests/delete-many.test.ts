import { backend, openTab, type RenderOptions, type Row, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { storedReceipts } from './stored-receipts'
import { codes } from './tab'

const features = ['history', 'idempotency']
const namesOf = (list: readonly Row[]) => list.map(({ name }) => String(name))
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const pressIn = async (user: UserEvent, name: string, button: string) => {
  const target = (await region(name)).getByRole('button', { name: button })
  // Where the pointer was, a press is ignored that was meant for what was there before.
  await user.pointer([
    { target, coords: { clientX: 0 } },
    { target, coords: { clientX: 50 } },
  ])
  await user.pointer([{ target, coords: { clientX: 50 }, keys: '[MouseLeft]' }])
}
const deletedToast = (detail: string) => ({ severity: 'success', summary: 'Eliminados', detail })

beforeEach(seedCodes)

/** Pastes the texts of codes into the search, and selects all that are found. */
async function select(pick: (rows: readonly Row[]) => readonly Row[], options: RenderOptions = { features }) {
  const { backendRows, ...tab } = await openTab(codes, options)
  const { user } = tab
  const selected = pick(backendRows)
  await user.click(screen.getByLabelText('Buscar en Codigos'))
  await user.paste(namesOf(selected).join('\n'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText(selected.length === 1 ? '1 elegido' : `${selected.length} elegidos`)
  return { ...tab, backendRows, selected }
}

const someOfEach = (rows: readonly Row[]) => [
  ...rows.filter((row) => !isUnused(row)).slice(0, 3),
  ...rows.filter(isUnused).slice(0, 9),
]

it('states what it will do, deletes them, says why not the others, and restores all by one press', async () => {
  const { user, backendRows, selected } = await select(someOfEach)
  const bar = await region('Selección')
  bar.getByText('se borran 9, se quedan 3 redimidos')
  await user.click(bar.getByRole('button', { name: 'Borrar 9' }))
  await waitFor(() => expect(toasts()).toEqual([deletedToast('se eliminaron 9 codigos')]))
  const receipt = await region('Comprobante')
  receipt.getByText('Eliminados (9)')
  const left = backendRows.filter((row) => !selected.filter(isUnused).includes(row))
  expect(await requestRows('SelectCodes')).toEqual(left)
  const deletions = (await requestRows('SelectStaffEvents')).filter(({ action }) => action === 'delete').slice(0, 9)
  expect(new Set(deletions.map(({ batch }) => batch)).size).toBe(1)
  expect(deletions[0]?.batch).toMatch(/^[\da-f-]{32,36}$/)

  await pressIn(user, 'Comprobante', '3 no se borraron')
  const dialog = within(await screen.findByRole('dialog', { name: '3 no se borraron' }))
  for (const name of namesOf(selected.filter((row) => !isUnused(row))))
    dialog.getByText(`No se borró el codigo ${name}: ya fue redimido.`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await pressIn(user, 'Comprobante', 'Deshacer')
  await waitFor(async () => expect(await requestRows('SelectCodes')).toEqual(backendRows))
})

it('tells the reason of codes that others have just redeemed or deleted, and announces their number', async () => {
  const { user, selected } = await select((rows) => rows.filter(isUnused).slice(0, 3))
  await requestBackend('DeleteCode', { prmCodeId: selected[1]?.id })
  await pressIn(user, 'Selección', 'Borrar 3')
  const announcement = () => document.querySelector('[aria-live=polite] > span')?.textContent
  await waitFor(() => expect(announcement()).toBe('Eliminados (2). 1 no se borró'))
  await pressIn(user, 'Comprobante', '1 no se borró')
  await screen.findByText(`No se borró el codigo ${selected[1]?.name}: el servicio no lo encontró.`)
})

it('shows how far it is, and sends no more once it is stopped', async () => {
  const { user, selected } = await select((rows) => rows.filter(isUnused).slice(0, 10))
  const release = backend.hold('DeleteCode')
  await pressIn(user, 'Selección', 'Borrar 10')
  await waitFor(() => expect(backend.requests('DeleteCode')).toHaveLength(6))
  const progress = await region('Borrado en curso')
  expect(progress.getByRole('progressbar').textContent).toBe('Borrando 0 de 10')
  await user.click(progress.getByRole('button', { name: 'Detener' }))
  release()
  const receipt = await region('Comprobante')
  receipt.getByText('Eliminados (6)')
  receipt.getByRole('button', { name: '4 no se borraron' })
  expect(backend.requests('DeleteCode')).toHaveLength(6)
  const left = namesOf(await requestRows('SelectCodes'))
  expect(namesOf(selected).filter((name) => left.includes(name))).toHaveLength(4)
})

it('says after the next sign-in that a session that had ended deleted none', async () => {
  const receipts = storedReceipts()
  const { user, unmount } = await select((rows) => rows.filter(isUnused).slice(0, 10), { features, receipts })
  backend.fail('DeleteCode', 401)
  await pressIn(user, 'Selección', 'Borrar 10')
  await screen.findByText('Sesión cerrada')
  await waitFor(() => expect(receipts.current).toMatchObject([{ status: 'refused' }]))
  unmount()
  await openTab(codes, { features, receipts })
  ;(await region('Comprobante')).getByText('Ninguno eliminado')
})

it('asks for a confirmation where no press takes it back', async () => {
  const { user, selected } = await select((rows) => rows.filter(isUnused).slice(0, 2), { features: ['idempotency'] })
  await pressIn(user, 'Selección', 'Borrar 2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Borrar codigos elegidos' }))
  dialog.getByText('De los codigos elegidos se borran 2. No se puede deshacer.')
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(backend.requests('DeleteCode')).toEqual([])

  await pressIn(user, 'Selección', 'Borrar 2')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Borrar' }))
  await waitFor(() => expect(toasts()).toEqual([deletedToast('se eliminaron 2 codigos')]))
  expect(backend.requests('DeleteCode').map(({ body }) => JSON.parse(body))).toEqual(
    selected.map(({ id }) => ({ prmCodeId: id })),
  )
  expect((await region('Comprobante')).queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

it('does not say that codes are left whose deletion may have been made', async () => {
  const { user, selected } = await select((rows) => rows.filter(isUnused).slice(0, 2), { features: ['history'] })
  backend.drop('DeleteCode')
  backend.drop('SelectCodes')
  await pressIn(user, 'Selección', 'Borrar 2')
  const title = 'No se sabe si se borraron los codigos: revise la lista.'
  ;(await region('Comprobante')).getByText(title)
  await pressIn(user, 'Comprobante', '2 por revisar')
  const dialog = within(await screen.findByRole('dialog', { name: '2 por revisar' }))
  dialog.getByText(`No se sabe si se borró el codigo ${selected[0]?.name}: el servicio no respondió.`)
})
