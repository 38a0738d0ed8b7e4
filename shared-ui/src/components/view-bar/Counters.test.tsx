import { type AnyRow, MemoryRows, type Page, type Row, type RowStore } from '@canje/large-table'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fieldColumns } from '../../rows/columns'
import type { LoadRows } from '../../rows/load-rows'
import { TabRoot } from '../../state/TabRoot'
import { type TableOptions, useTable } from '../../state/useTable'
import { RowsTable } from '../../table/RowsTable'
import { FILTER_TEXTS } from '../../testing/filter-texts'
import { asyncRows, type Person } from '../../testing/people'
import type { Noun } from './Counters'

const columns = fieldColumns<keyof Person>({ id: 'Id', name: { header: 'Nombre', filter: 'values' } })
const NAMES = ['Ana', 'Ana', 'Eva', 'Luis', 'Luisa']
const rowsOf = (names: readonly string[]): Person[] => names.map((name, id) => ({ id, name }))

const OPTIONS: TableOptions<Person> = {
  counters: [{ field: 'name', text: 'Eva', label: (count) => (count === 1 ? 'llamada Eva' : 'llamadas Eva') }],
}

interface PeopleProps {
  load: LoadRows<Person>
  noun: Noun | undefined
}

function People({ load, noun }: PeopleProps) {
  const table = useTable(columns, load, noun ? {} : OPTIONS)
  const props = { columns, table, noun, serverFilter: FILTER_TEXTS }
  return <RowsTable name="Personas" {...props} toolbar={null} />
}

/** Renders a table of persons, whose server filters by the start of the name. */
async function openTab(params = '', noun?: Noun, rows?: RowStore<Person>) {
  const requests: (string | undefined)[] = []
  const load: LoadRows<Person> = async ({ filter }) => {
    requests.push(filter)
    return rows ?? new MemoryRows(rowsOf(NAMES.filter((name) => name.startsWith(filter ?? ''))))
  }
  render(
    <TabRoot
      notify={() => undefined}
      view={{ isActive: true, params, opening: 1, onChange: () => undefined, push: () => undefined }}
    >
      <People load={load} noun={noun} />
    </TabRoot>,
  )
  const total = await screen.findByRole('button', { name: /en total/ })
  const search = screen.getByRole('textbox', { name: 'Buscar en Personas' })
  return { user: userEvent.setup(), requests, total, search }
}

/** The texts of the counters, and the number of rows found. */
const totals = () =>
  [...screen.getByRole('group', { name: 'Totales' }).children, ...document.querySelectorAll('.found')].map(
    ({ textContent }) => textContent,
  )
const report = () => document.querySelector('.page-report')?.textContent

it('counts all rows, whatever is selected, and the rows that search and filters select', async () => {
  const { user, search, total } = await openTab()
  expect(totals()).toEqual(['5 en total', '1 llamada Eva'])
  expect(total.getAttribute('aria-pressed')).toBe('true')
  await user.type(search, 'luis')
  await waitFor(() => expect(totals()).toEqual(['5 en total', '0 llamadas Eva', '2 encontrados']))
  expect(report()).toBe('1–2 de 2 (de 5)')
  expect(total.getAttribute('aria-pressed')).toBe('false')
  await user.type(search, 'a')
  await waitFor(() => expect(totals()).toEqual(['5 en total', '0 llamadas Eva', '1 encontrado']))
  await user.type(search, 'x')
  await waitFor(() => expect(totals()).toEqual(['5 en total', '0 llamadas Eva', '0 encontrados']))
})

it('tells of the lines of a list that select nothing beside the rows that the others do', async () => {
  const { user, search } = await openTab()
  await user.click(search)
  await user.paste('Ana\nEva\nNadie')
  const found = await screen.findByText('3 encontrados')
  expect(found.nextElementSibling?.textContent).toBe('1 línea sin resultado')
  await user.clear(search)
  await user.paste('Eva\nNadie\nNinguno')
  expect((await screen.findByText('1 encontrado')).nextElementSibling?.textContent).toBe('2 líneas sin resultado')
})

it('removes search and filters by a press of the total', async () => {
  const { user, total, requests } = await openTab('q=a&name=Ana')
  expect(totals()).toEqual(['5 en total', '1 llamada Eva', '2 encontrados'])
  await user.click(total)
  await waitFor(() => expect(totals()).toEqual(['5 en total', '1 llamada Eva']))
  expect(report()).toBe('1–5 de 5')
  expect(requests).toEqual([undefined])
})

it('says that the total is that of the filter of the server, and shows as many rows by a press', async () => {
  const { user, total, requests } = await openTab('filtro=Luis&q=luisa')
  expect(totals()).toEqual(['2 en total con ese nombre o teléfono', '0 llamadas Eva', '1 encontrado'])
  expect(total.getAttribute('aria-pressed')).toBe('false')
  await user.click(total)
  await waitFor(() => expect(totals()).toEqual(['2 en total con ese nombre o teléfono', '0 llamadas Eva']))
  expect(total.getAttribute('aria-pressed')).toBe('true')
  expect(report()).toBe('1–2 de 2')
  expect(requests).toEqual(['Luis'])
})

it('names the rows where the tab has other ones', async () => {
  const { user, search } = await openTab('', ['grupo', 'grupos'])
  expect(totals()).toEqual(['5 grupos en total'])
  await user.type(search, 'eva')
  await waitFor(() => expect(totals()).toEqual(['5 grupos en total', '1 grupo encontrado']))
})

it('states what the page shows until the page of a search has loaded', async () => {
  const rows = asyncRows(rowsOf(NAMES))
  const { user, search } = await openTab('', undefined, rows)
  let resolve: (page: Page<Person>) => void = () => undefined
  rows.page.mockReturnValueOnce(new Promise((onPage) => (resolve = onPage)))
  await user.type(search, 'e')
  expect(report()).toBe('1–5 de 5')
  expect(totals()).toEqual(['5 en total', '1 llamada Eva'])
  await act(async () => resolve({ rows: [{ id: 2, name: 'Eva' }], first: 0, count: 1 }))
  await waitFor(() => expect(totals()).toEqual(['5 en total', '1 llamada Eva', '1 encontrado']))
  expect(report()).toBe('1–1 de 1 (de 5)')
})

const POINTS = fieldColumns({
  id: 'Id',
  name: { header: 'Nombre', filter: 'values' },
  city: { header: 'Ciudad', filter: 'values' },
  state: { header: 'Estado', filter: 'values' },
  points: 'Puntaje',
})
const POINT_OPTIONS: TableOptions<Row<'id' | 'name' | 'city' | 'state' | 'points'>> = {
  sum: 'points',
  counters: [
    { field: 'state', text: 'libre', label: () => 'libres' },
    { field: 'state', text: 'usado', label: () => 'usados' },
    { field: 'name', text: 'Nadie', label: () => 'de nadie' },
  ],
}
const POINT_ROWS = [
  { id: 1, name: 'Nadie', city: 'Cali', state: 'libre', points: 1000 },
  { id: 2, name: 'Nadie', city: 'Tunja', state: 'libre', points: '9007199254740993' },
  { id: 3, name: 'Ana', city: 'Cali', state: 'usado', points: 1 },
  { id: 4, name: 'Eva', city: 'Cali', state: 'usado', points: 34 },
]

function Points({ rows }: { rows: RowStore<(typeof POINT_ROWS)[number]> }) {
  const table = useTable<AnyRow>(POINTS, async () => rows, POINT_OPTIONS)
  return <RowsTable name="Puntos" columns={POINTS} table={table} toolbar={null} />
}

async function openPoints(params = '', rows: RowStore<(typeof POINT_ROWS)[number]> = new MemoryRows(POINT_ROWS)) {
  render(
    <TabRoot
      notify={() => undefined}
      view={{ isActive: true, params, opening: 1, onChange: () => undefined, push: () => undefined }}
    >
      <Points rows={rows} />
    </TabRoot>,
  )
  await screen.findByRole('button', { name: /en total/ })
  return { user: userEvent.setup(), search: screen.getByRole('textbox', { name: 'Buscar en Puntos' }) }
}

it('names the rows whose points are added up, while the view has not all', async () => {
  const { user, search } = await openPoints()
  expect(totals().at(-1)).toBe('Suma de puntos: 9.007.199.254.742.028')
  await user.type(search, 'cali')
  await waitFor(() => expect(totals().slice(-2)).toEqual(['1.035 puntos de los encontrados', '3 encontrados']))
  await user.type(search, ' ana')
  await waitFor(() => expect(totals().slice(-2)).toEqual(['1 punto del encontrado', '1 encontrado']))
  await user.type(search, 'x')
  await waitFor(() => expect(totals().slice(-2)).toEqual(['0 puntos de los encontrados', '0 encontrados']))
  await user.clear(search)
  await user.paste('Tunja\nEva')
  await waitFor(() =>
    expect(totals().slice(-2)).toEqual(['9.007.199.254.741.027 puntos de los encontrados', '2 encontrados']),
  )
  await user.clear(search)
  // Nobody sees this search, and it finds all rows.
  await user.type(search, '\u200B\u00A0')
  await waitFor(() => expect(totals().at(-1)).toBe('Suma de puntos: 9.007.199.254.742.028'))
})

it('changes the number of rows found and their points at once', async () => {
  const rows = asyncRows(POINT_ROWS)
  const { user, search } = await openPoints('q=cali', rows)
  const before = ['1.035 puntos de los encontrados', '3 encontrados']
  await waitFor(() => expect(totals().slice(-2)).toEqual(before))
  let compute: () => void = () => undefined
  const { summary } = rows
  rows.summary = (request) => new Promise((resolve) => (compute = () => resolve(summary.call(rows, request))))
  await user.type(search, ' eva')
  await waitFor(() => expect(report()).toBe('1–1 de 1 (de 4)'))
  expect(totals().slice(-2)).toEqual(before)
  await act(async () => compute())
  await waitFor(() => expect(totals().slice(-2)).toEqual(['34 puntos del encontrado', '1 encontrado']))
})

const VIEWS = ['', 'q=cali', 'state=usado', 'name=Ana', 'state=usado&name=Nadie', 'city=Cali&state=usado']
const COUNTERS = [/ libres$/, / usados$/, / de nadie$/, / en total$/]

it.each(VIEWS.flatMap((params) => COUNTERS.map((name) => [params, name] as const)))(
  'in the view %j, the counter %s says how many rows its press shows',
  async (params, name) => {
    const { user } = await openPoints(params)
    const counter = screen.getByRole('button', { name })
    const count = parseInt(counter.textContent, 10)
    // A pressed one shows them already.
    if (counter.getAttribute('aria-pressed') !== 'true') await user.click(counter)
    await waitFor(() => expect(counter.getAttribute('aria-pressed')).toBe('true'))
    await waitFor(() => expect(report()).toMatch(count === 0 ? /^0 de / : new RegExp(`^1–${count} de ${count}\\b`)))
    expect(counter.textContent).toMatch(new RegExp(`^${count} `))
  },
)
