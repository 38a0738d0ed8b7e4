import { backend, column, downloads, openTab, type Row, requestBackend, requestRows, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes, showState } from './tab'

const features = ['history']
const namesOf = (list: readonly Row[]) => list.map(({ name }) => String(name))

/** Opens Historial from the bar above the table. */
async function openHistory(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Historial' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Historial' }))
  await dialog.findByRole('table', { name: 'Historial' })
  return dialog
}
type Dialog = Awaited<ReturnType<typeof openHistory>>

/** Shows the codes of the first action of a name, once the list has loaded. */
async function pressShow(user: UserEvent, dialog: Dialog, name: RegExp) {
  const [button] = await dialog.findAllByRole<HTMLButtonElement>('button', { name })
  if (!button) throw new Error(`No button is named ${name}.`)
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
}

/** The texts of the rows, without the header. */
const rowsOf = (dialog: Dialog) =>
  within(dialog.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

/** Events of an account that no longer exists, each of a code, from the newest id. */
const eventsOf = (newest: number, count: number, more: (id: number) => object) =>
  Array.from({ length: count }, (_, index) => newest - index).map((id) => ({
    ...{ id, date: '2026-11-25 10:00:00', userName: 'cuenta borrada', codeId: -id, codeName: `C${id}` },
    ...more(id),
  }))

it('has one row per action, the newest first, and shows its codes in the table by one press', async () => {
  await seedCodes()
  const unused = (await requestRows('SelectCodes')).filter(isUnused)
  for (const { id } of unused.slice(0, 3))
    await requestBackend('DeleteCode', { prmCodeId: id, prmBatch: `b${unused[0]?.id}` })
  const { user } = await openTab(codes, { features })
  const dialog = await openHistory(user)
  await waitFor(() =>
    expect(rowsOf(dialog).slice(0, 2)).toEqual([
      expect.stringMatching(/pruebaseliminó 3 codigos/),
      expect.stringMatching(/pruebascreó 26 codigos/),
    ]),
  )
  // Sign-ins are apart.
  expect(rowsOf(dialog).filter((text) => text?.includes('ingres'))).toEqual([])

  await pressShow(user, dialog, /^Ver los codigos: creó 26 codigos/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Showing 1 to 10 of 23 entries')
  screen.getByText('3 ya no están')
  expect(column('Codigo')).toEqual(namesOf(unused.slice(3, 13)))
})

it('opens an action to its codes as they are now, copies them and restores what is gone', async () => {
  await seedCodes()
  const unused = (await requestRows('SelectCodes')).filter(isUnused)
  const deleted = unused.slice(0, 3)
  for (const { id } of deleted) await requestBackend('DeleteCode', { prmCodeId: id, prmBatch: `b${unused[0]?.id}` })
  const { user } = await openTab(codes, { features })
  const dialog = await openHistory(user)
  // 'o más' where the log of all tests has further pages.
  await pressShow(user, dialog, /^Ver los codigos: eliminó 3 codigos/)
  await dialog.findByText('Ninguno de estos codigos existe ya.')
  await waitFor(() => expect(rowsOf(dialog)[0]).toBe(`${deleted[0]?.id}${deleted[0]?.name}no existe`))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Ver' }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Copiar' }))
  expect(await navigator.clipboard.readText()).toBe(namesOf(deleted).join('\n'))

  await user.click(dialog.getByRole('button', { name: 'Deshacer' }))
  await waitFor(async () => expect((await requestRows('SelectCodes')).filter(isUnused)).toEqual(unused))
  await waitFor(() => expect(toasts().map(({ detail }) => detail)).toContain('se restauraron los 3 codigos'))
  await dialog.findByRole('table', { name: 'Historial' })
  await waitFor(() => expect(rowsOf(dialog)[0]).toMatch(/restauró 3 codigos/))
})

it('takes the receipt of a deletion away that it restores', async () => {
  await seedCodes()
  const { user, backendRows } = await openTab(codes, { features })
  const name = String(backendRows.find(isUnused)?.name)
  await showState(user, 'sin redimir')
  await user.click(await screen.findByRole('button', { name: `Borrar ${name}` }))
  await screen.findByText(`Eliminado ${name}`)
  const dialog = await openHistory(user)
  await pressShow(user, dialog, /^Ver los codigos: eliminó 1 codigo/)
  await user.click(await dialog.findByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Comprobante' })).toBeNull())
})

it('says what is gone only once the list has loaded again', async () => {
  await seedCodes()
  const { user } = await openTab(codes, { features })
  // A colleague's.
  await requestBackend('InsertCodes', { prmnumber_codes: 7 })
  const release = backend.hold('SelectCodes')
  const dialog = await openHistory(user)
  await user.click((await dialog.findAllByRole('button', { name: 'creó 7 codigos' }))[0] as HTMLElement)
  await waitFor(() => expect(rowsOf(dialog)).toHaveLength(7))
  expect(dialog.queryByText(/ya no existe|existe ya/)).toBeNull()
  release()
  await waitFor(() => expect(rowsOf(dialog)[0]).toContain('sin redimir'))
  expect(dialog.queryByText(/ya no existe|existe ya/)).toBeNull()
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Ver' }).disabled).toBe(false))
})

it('finds an action by any of its codes, and its file has all of them', async () => {
  await seedCodes()
  const names = namesOf((await requestRows('SelectCodes')).filter(isUnused))
  const { user } = await openTab(codes, { features })
  const dialog = await openHistory(user)
  await dialog.findAllByRole('button', { name: 'creó 26 codigos' })
  await user.click(dialog.getByRole('textbox', { name: 'Buscar en Historial' }))
  await user.paste(String(names.at(-1)))
  await dialog.findByText(/^1–1 de 1 /)
  await user.click(dialog.getByRole('button', { name: 'CSV' }))
  await waitFor(async () => expect((await downloads())[0]?.text).toContain(names.join(' ')))
})

it('reads older events when asked to', async () => {
  const eventsFrom = (first: number, count: number) =>
    eventsOf(first, count, (id) => ({ action: 'create', actionId: Math.floor((id - 1) / 250), count: 250 }))
  const { user } = await openTab(codes, { features })
  backend.respond('SelectStaffEvents', { data: eventsFrom(1_500, 1_000) })
  const dialog = await openHistory(user)
  await dialog.findByText('1–4 de 4')
  await dialog.findByText('4 movimientos leídos en total')
  const kinds = dialog.getByLabelText('Mostrar')
  await user.selectOptions(kinds, 'Ingresos fallidos')
  await dialog.findByText('Ninguna entre las leídas: lea las anteriores.')
  await user.selectOptions(kinds, 'Acciones con codigos')
  await dialog.findByText('1–4 de 4')
  backend.respond('SelectStaffEvents', { data: eventsFrom(500, 500) })
  await user.click(dialog.getByRole('button', { name: 'Leer anteriores' }))
  await dialog.findByText('1–6 de 6')
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Leer anteriores' })).toBeNull())
  await dialog.findByText('6 movimientos en total')
  expect(backend.requests('SelectStaffEvents').map(({ path }) => path.split('?')[1])).toEqual([
    'prmLimit=1000',
    'prmLimit=1000&prmBefore=501',
  ])
  // Its account no longer exists, but what it did does.
  expect(rowsOf(dialog)[0]).toContain('cuenta borradacreó 250 codigos')
})

it('reads the rest of a batch that a page of the log cuts, before it shows any of it', async () => {
  const eventsFrom = (first: number, count: number) =>
    eventsOf(first, count, (id) => ({ action: 'delete', batch: 'b', actionId: id, count: 1 }))
  const { user } = await openTab(codes, { features })
  backend.respond('SelectStaffEvents', { data: eventsFrom(1_200, 1_000) })
  const dialog = await openHistory(user)
  await dialog.findByRole('button', { name: 'eliminó 1.000 codigos o más' })
  backend.respond('SelectStaffEvents', { data: eventsFrom(200, 200) })
  await pressShow(user, dialog, /^Ver los codigos: eliminó 1.000/)
  await dialog.findByText('eliminó 1.200 codigos')
  await dialog.findByText(/de 1\.200$/)
})

it('shows an action without an account, with a long name and a date in the future', async () => {
  const name = 'x'.repeat(10_000)
  const { user } = await openTab(codes, { features })
  backend.respond('SelectStaffEvents', {
    data: [{ id: 1, date: '2999-01-01 00:00:00', userName: null, action: 'delete', codeId: -1, codeName: name }],
  })
  const dialog = await openHistory(user)
  await user.click(await dialog.findByRole('button', { name: 'eliminó 1 codigo' }))
  await dialog.findByText('Este codigo ya no existe.')
  dialog.getByText(/Una cuenta desconocida/)
  dialog.getByRole('cell', { name })
  // The service decides, whose clock may be right.
  backend.fail('RestoreCodes', 404)
  await user.click(dialog.getByRole('button', { name: 'Deshacer' }))
  await screen.findByText('No se restauraron los codigos: pasaron diez minutos.')
  await waitFor(() => expect(dialog.getByText('Este codigo ya no existe.')).toBeDefined())
})

it('is not offered by a service without events', async () => {
  await openTab(codes)
  expect(screen.queryByRole('button', { name: 'Historial' })).toBeNull()
})
