import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { asyncRows, people, renderPeople } from '../testing/people'

beforeEach(() => {
  vi.useFakeTimers()
})

/** Advances the clock past every pause in typing and every poll of the arrived rows, each of which sets another timer. */
async function wait() {
  for (let step = 0; step < 4; step++) await act(() => vi.advanceTimersByTimeAsync(700))
}

/** Renders a tab; `said` runs an action, and returns the announcements until nothing is pending. */
function renderTab() {
  const tab = renderPeople()
  const announced: (string | null)[] = []
  const region = document.querySelector('[aria-live=polite]') as Element
  new MutationObserver(() => announced.push(region.textContent)).observe(region, { childList: true })

  async function said(action: () => void) {
    act(action)
    await wait()
    return announced.splice(0)
  }

  return { ...tab, said }
}

async function renderLoaded(count = 500) {
  const tab = renderTab()
  expect(await tab.said(() => tab.load(0).respond(asyncRows(people(count))))).toEqual([])
  return tab
}

type Act = [act: (table: ReturnType<ReturnType<typeof renderTab>['table']>) => void, said: string]

it.each<[string, ...Act[]]>([
  [
    'an order, its reverse, and the original order',
    [({ orderBy }) => orderBy({ field: 'name', direction: 1 }), 'Ordenado por Nombre, ascendente'],
    [({ orderBy }) => orderBy({ field: 'name', direction: -1 }), 'Ordenado por Nombre, descendente'],
    [({ orderBy }) => orderBy(undefined), 'Orden original'],
  ],
  [
    'a page, but only an order that leads to the first one',
    [({ goToPage }) => goToPage(60, 10), 'Página 7 de 50'],
    [({ orderBy }) => orderBy({ field: 'id', direction: -1 }), 'Ordenado por Id, descendente'],
  ],
  [
    'a page of a search, and another page size',
    [({ searchFor }) => searchFor('persona 4'), '1–10 de 176 (de 500)'],
    [({ goToPage }) => goToPage(10, 10), 'Página 2 de 18'],
    [({ goToPage }) => goToPage(0, 25), '1–25 de 176 (de 500)'],
  ],
])('announces %s', async (_what, ...acts) => {
  const { said, table } = await renderLoaded()
  for (const [act, text] of acts) expect(await said(() => act(table()))).toEqual([text])
})

it('announces the count once typing pauses, and again only when it changes', async () => {
  const { said, table, load } = await renderLoaded()
  expect(
    await said(() => {
      table().searchFor('persona')
      table().searchFor('persona 49')
    }),
  ).toEqual(['1–10 de 15 (de 500)'])
  expect(await said(() => table().searchFor('nada'))).toEqual(['Ninguna fila coincide'])
  expect(await said(() => table().searchFor(''))).toEqual(['1–10 de 500'])

  await said(() => table().searchFor('persona 49'))
  await said(() => void table().reload())
  expect(await said(() => load(1).respond(asyncRows(people(500))))).toEqual([])
  await said(() => void table().reload())
  expect(await said(() => load(2).respond(asyncRows(people(495))))).toEqual(['1–10 de 11 (de 495)'])
})

it('says once that a search covers the received rows only, then the count of all', async () => {
  const { said, table, load } = renderTab()
  const rows = asyncRows(people(20))
  await said(() => load(0).onArrival(rows))
  expect(await said(() => table().searchFor('persona 1'))).toEqual(['Buscando en las filas recibidas'])
  expect(screen.getByText('Buscando en las 20 filas recibidas…')).toBeDefined()
  expect(table().count).toBe(11)

  const more = asyncRows(people(12_000))
  rows.page.mockImplementation(more.page)
  vi.spyOn(rows, 'count', 'get').mockReturnValue(12_000)
  expect(await said(() => load(0).onArrival(rows))).toEqual([])
  expect(screen.getByText('Buscando en las 12.000 filas recibidas…')).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText('1–10 de 5.440 (de 12.000)')).toBeDefined()

  expect(await said(() => load(0).respond(asyncRows(people(12_001))))).toEqual(['1–10 de 5.441 (de 12.001)'])
  expect(screen.queryByText(/filas recibidas…/)).toBeNull()
})

it('says nothing while rows arrive that nobody searches', async () => {
  const { said, load } = renderTab()
  expect(await said(() => load(0).onArrival(asyncRows(people(20))))).toEqual([])
  expect(await said(() => load(0).respond(asyncRows(people(35))))).toEqual([])
})

it('announces an order when the rows are complete, and so sorted', async () => {
  const { said, table, load } = renderTab()
  await said(() => load(0).onArrival(asyncRows(people(20))))
  expect(await said(() => table().orderBy({ field: 'id', direction: -1 }))).toEqual([])
  expect(await said(() => load(0).respond(asyncRows(people(35))))).toEqual(['Ordenado por Id, descendente'])
})

it.each(['refresh', 'renew'] as const)(
  'announces the end of a %s once, also with a search and with fewer rows',
  async (name) => {
    const { said, table, load } = await renderLoaded()
    expect(await said(() => table()[name]())).toEqual([])
    expect(await said(() => load(1).respond(asyncRows(people(500))))).toEqual(['Datos actualizados: 1–10 de 500'])
    await said(() => table().searchFor('persona 49'))
    await said(() => table()[name]())
    expect(await said(() => load(2).respond(asyncRows(people(495))))).toEqual([
      'Datos actualizados: 1–10 de 11 (de 495)',
    ])
  },
)

it('announces the rows of a filter of the server, and of its removal', async () => {
  const { said, table, load } = await renderLoaded()
  await said(() => void table().filter('Ana'))
  expect(await said(() => load(1).respond(asyncRows(people(1))))).toEqual(['Datos actualizados: 1–1 de 1'])
  await said(() => table().refresh())
  expect(await said(() => load(2).respond(asyncRows(people(500))))).toEqual(['Datos actualizados: 1–10 de 500'])
})

it('announces no refresh that failed, and its rows once a retry has them', async () => {
  const { said, table, load } = await renderLoaded()
  await said(() => table().refresh())
  expect(await said(() => load(1).fail(new Error('down')))).toEqual([])
  await said(() => void table().retry())
  expect(await said(() => load(2).respond(asyncRows(people(500))))).toEqual(['Datos actualizados: 1–10 de 500'])
})
