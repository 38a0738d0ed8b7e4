import { MemoryRows } from '@canje/large-table'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { asyncRows, people, renderPeople } from '../testing/people'

const region = () => screen.getByRole('region', { name: 'Tabla de Personas' })
const scrollTo = (scrollTop: number) => fireEvent.scroll(region(), { target: { scrollTop } })
/** The texts of the second column on the page. */
const shownNames = () => [...document.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent ?? '')
const isBusy = () => document.querySelector('.p-datatable')?.getAttribute('aria-busy')

async function renderLoaded(count = 35) {
  const tab = renderPeople()
  tab.load(0).respond(people(count))
  await waitFor(() => expect(isBusy()).toBe('false'))
  return tab
}

async function openPageSizes(user: UserEvent) {
  const field = await screen.findByRole('combobox', { name: 'Filas por página' })
  act(() => field.focus())
  await user.keyboard('{ArrowDown}')
}

it('shows skeleton rows during the first load, then the first page', async () => {
  const { load } = renderPeople()
  expect(document.querySelectorAll('.p-skeleton')).toHaveLength(20)
  expect(isBusy()).toBe('true')

  load(0).respond(people(35))

  await screen.findByText('Persona 1')
  expect(shownNames()[0]).toBe('Persona 1')
  expect(shownNames()).toHaveLength(10)
  expect(isBusy()).toBe('false')
  expect(screen.getByText('Showing 1 to 10 of 35 entries')).toBeDefined()
})

it('has a button that loads the rows again once: it is busy meanwhile, and ignores presses', async () => {
  const { user, load, loads } = await renderLoaded()
  const button = screen.getByRole('button', { name: 'Refrescar' })
  await user.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.click(button)
  load(1).respond(people(35))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
  expect(loads).toHaveLength(2)
})

it('shows the slow notice after 3 s, and a retry button after 10 s', async () => {
  vi.useFakeTimers()
  const { load } = renderPeople()
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const slow = () => screen.queryByText('El servidor tarda en responder…')
  const again = () => screen.queryByRole('button', { name: 'Reintentar' })
  await advance(2_900)
  expect(slow()).toBeNull()
  await advance(100)
  expect(slow()).not.toBeNull()
  expect(again()).toBeNull()
  await advance(7_000)
  fireEvent.click(again() as HTMLElement)
  await advance(0)
  expect(load(0).signal.aborted).toBe(true)
  expect(slow()).toBeNull()

  load(1).respond(people(35))
  await advance(0)
  expect(shownNames()).toHaveLength(10)
  await advance(20_000)
  expect(slow()).toBeNull()
  expect(again()).toBeNull()
})

it('shows the slow notice for a pending change, without a retry button', async () => {
  vi.useFakeTimers()
  const { load } = renderPeople({ isChanging: true })
  load(0).respond(people(35))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByText('El servidor tarda en responder…')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

it('says that texts could not be read, until they can', async () => {
  const { load, table } = renderPeople()
  const notice = () => screen.queryByText(/^El servicio envió textos que no se pudieron leer/)
  load(0).respond(new MemoryRows([{ id: 1, name: '\ufffdngela' }], true))
  await waitFor(() => expect(notice()).not.toBeNull())
  act(() => void table().refresh())
  load(1).respond(people(1))
  await waitFor(() => expect(notice()).toBeNull())
})

it('offers page sizes, and returns to the first page on a change', async () => {
  const { user, table, loads } = await renderLoaded()
  await user.click(screen.getByRole('button', { name: 'Última página' }))
  await screen.findByText('Showing 31 to 35 of 35 entries')
  await openPageSizes(user)
  // PrimeReact gives the name to three elements.
  expect(screen.getAllByLabelText('Filas por página')).toEqual([screen.getByRole('combobox')])
  // Without layout in jsdom, PrimeReact treats the options as hidden.
  const list = within(await screen.findByRole('listbox', { hidden: true }))
  const sizes = list.getAllByRole('option', { hidden: true })
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '25', '50'])
  await user.click(await screen.findByRole('option', { name: '25', hidden: true }))
  expect(shownNames()).toHaveLength(25)
  expect(table().first).toBe(0)
  expect(loads).toHaveLength(1)
})

it('keeps the scroll position until another page has loaded, and on a reload', async () => {
  const { table, load, loads } = renderPeople()
  const rows = asyncRows(people(35))
  load(0).respond(rows)
  await screen.findByText('Persona 1')
  scrollTo(120)

  let show = () => {}
  const page = { rows: people(30).slice(20), first: 20, count: 35 }
  rows.page.mockReturnValueOnce(new Promise((resolve) => (show = () => resolve(page))))
  act(() => table().goToPage(20, 10))
  expect(table().isPageLoading).toBe(true)
  expect(region().scrollTop).toBe(120)
  show()
  await waitFor(() => expect(table().isPageLoading).toBe(false))
  expect(region().scrollTop).toBe(0)

  scrollTo(120)
  act(() => void table().reload())
  await waitFor(() => expect(loads).toHaveLength(2))
  load(1).respond(asyncRows(people(34)))
  await waitFor(() => expect(table()).toMatchObject({ count: 34, isPageLoading: false }))
  expect(region().scrollTop).toBe(120)

  act(() => table().goToPage(0, 10))
  await waitFor(() => expect(table().isPageLoading).toBe(false))
  scrollTo(120)
  act(() => void table().refresh())
  await waitFor(() => expect(loads).toHaveLength(3))
  load(2).respond(asyncRows(people(34)))
  await waitFor(() => expect(region().scrollTop).toBe(0))
})

it('distinguishes an empty table from a filter without matches', async () => {
  const { user, table, load, loads } = await renderLoaded(0)
  expect(screen.getByText('Todavía no hay datos.')).toBeDefined()
  table().filter('Ana')
  await waitFor(() => expect(loads).toHaveLength(2))
  load(1).respond([])
  await screen.findByText('Nada coincide con los filtros.')
  await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  await waitFor(() => expect(loads).toHaveLength(3))
  load(2).respond([])
  await screen.findByText('Todavía no hay datos.')
})

it('shows a failed load, and retries it', async () => {
  const { user, load, loads } = renderPeople()
  load(0).fail(new Error('no'))
  await screen.findByText('No se pudieron cargar los datos')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(loads).toHaveLength(2))
  load(1).respond(people(1))
  await waitFor(() => expect(shownNames()).toEqual(['Persona 1']))
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  expect(document.activeElement).toBe(region())
})

it('moves the focus to the table when the last page disables the focused button', async () => {
  const { user } = await renderLoaded()
  screen.getByRole('button', { name: 'Última página' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Última página' }).disabled).toBe(true)
  expect(document.activeElement).toBe(region())
})

it('keeps the focus when an unfocused button unmounts', async () => {
  const { user, load, loads } = renderPeople()
  load(0).fail(new Error('no'))
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(loads).toHaveLength(2))
  const header = within(screen.getByRole('columnheader', { name: 'Id' })).getByRole('button')
  header.focus()
  load(1).respond(people(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull())
  expect(document.activeElement).toBe(header)
})
