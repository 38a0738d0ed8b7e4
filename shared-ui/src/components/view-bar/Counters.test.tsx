import { type AnyRow, MemoryRows, type Row, type RowStore } from '@canje/large-table'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fieldColumns } from '../../rows/columns'
import type { LoadRows } from '../../rows/load-rows'
import { TabRoot } from '../../state/TabRoot'
import { type TableOptions, useTable } from '../../state/useTable'
import { RowsTable } from '../../table/RowsTable'
import { asyncRows, viewOf } from '../../testing/people'

const COLUMNS = fieldColumns({
  id: 'Id',
  name: { header: 'Nombre', filter: 'values' },
  city: { header: 'Ciudad', filter: 'values' },
  state: { header: 'Estado', filter: 'values' },
  points: 'Puntaje',
})
const OPTIONS: TableOptions<Row<'id' | 'name' | 'city' | 'state' | 'points'>> = {
  sum: 'points',
  counters: [
    { field: 'state', text: 'libre', label: (count) => (count === 1 ? 'libre' : 'libres') },
    { field: 'state', text: 'usado', label: () => 'usados' },
    { field: 'name', text: 'Nadie', label: () => 'de nadie' },
  ],
}
const ROWS = [
  { id: 1, name: 'Nadie', city: 'Cali', state: 'libre', points: 1000 },
  { id: 2, name: 'Nadie', city: 'Tunja', state: 'libre', points: '9007199254740993' },
  { id: 3, name: 'Ana', city: 'Cali', state: 'usado', points: 1 },
  { id: 4, name: 'Eva', city: 'Cali', state: 'usado', points: 34 },
]

function Points({ load }: { load: LoadRows<AnyRow> }) {
  const table = useTable<AnyRow>(COLUMNS, load, OPTIONS)
  const serverFilter = { name: 'Ciudad', total: 'con esa ciudad' }
  return <RowsTable name="Puntos" columns={COLUMNS} table={table} serverFilter={serverFilter} toolbar={null} />
}

/** Renders a table, whose server filters by the city. */
async function openTab(params = '', rows?: RowStore<AnyRow>) {
  const requests: (string | undefined)[] = []
  const load: LoadRows<AnyRow> = async ({ filter }) => {
    requests.push(filter)
    return rows ?? new MemoryRows(ROWS.filter(({ city }) => city.startsWith(filter ?? '')))
  }
  render(
    <TabRoot notify={() => undefined} view={viewOf(params)}>
      <Points load={load} />
    </TabRoot>,
  )
  const total = await screen.findByRole('button', { name: /en total/ })
  const search = screen.getByRole('textbox', { name: 'Buscar en Puntos' })
  return { user: userEvent.setup(), requests, total, search }
}

/** The texts of the counters, and the number of rows found. */
const totals = () =>
  [...screen.getByRole('group', { name: 'Totales' }).children, ...document.querySelectorAll('.found')].map(
    ({ textContent }) => textContent,
  )
const ALL = ['4 en total', '2 libres', '2 usados', '2 de nadie', 'Suma de puntos: 9.007.199.254.742.028']
const report = () => document.querySelector('.page-report')?.textContent

it('counts and adds up all rows, then those that a search finds', async () => {
  const { user, search, total } = await openTab()
  expect(totals()).toEqual(ALL)
  expect(total.getAttribute('aria-pressed')).toBe('true')
  await user.type(search, 'cali')
  await waitFor(() =>
    expect(totals()).toEqual([
      '4 en total',
      '1 libre',
      '2 usados',
      '1 de nadie',
      '1.035 puntos de los encontrados',
      '3 encontrados',
    ]),
  )
  expect(report()).toBe('1–3 de 3 (de 4)')
  expect(total.getAttribute('aria-pressed')).toBe('false')
  await user.type(search, ' ana')
  await waitFor(() => expect(totals().slice(-2)).toEqual(['1 punto del encontrado', '1 encontrado']))
  await user.type(search, 'x')
  await waitFor(() => expect(totals().slice(-2)).toEqual(['0 puntos de los encontrados', '0 encontrados']))
  await user.clear(search)
  // Nobody sees this search, and it finds all rows.
  await user.type(search, '\u200B\u00A0')
  await waitFor(() => expect(totals()).toEqual(ALL))
})

it('tells of the lines of a list that select nothing beside the rows that the others do', async () => {
  const { user, search } = await openTab()
  await user.click(search)
  await user.paste('Tunja\nEva\nOtro')
  const found = await screen.findByText('2 encontrados')
  expect(found.nextElementSibling?.textContent).toBe('1 línea sin resultado')
  await waitFor(() => expect(totals()).toContain('9.007.199.254.741.027 puntos de los encontrados'))
  await user.clear(search)
  await user.paste('Eva\nOtro\nNinguno')
  expect((await screen.findByText('1 encontrado')).nextElementSibling?.textContent).toBe('2 líneas sin resultado')
})

it('removes search and filters by a press of the total', async () => {
  const { user, total, requests } = await openTab('q=cali&name=Nadie')
  expect(totals().at(-1)).toBe('1 encontrado')
  await user.click(total)
  await waitFor(() => expect(totals()).toEqual(ALL))
  expect(report()).toBe('1–4 de 4')
  expect(requests).toEqual([undefined])
})

it('says that the total is that of the filter of the server, and shows as many rows by a press', async () => {
  const { user, total, requests } = await openTab('filtro=Cali&q=ana')
  expect(total.textContent).toBe('3 en total con esa ciudad')
  expect(total.getAttribute('aria-pressed')).toBe('false')
  await user.click(total)
  await waitFor(() => expect(totals().at(-1)).toBe('Suma de puntos: 1.035'))
  expect(total.textContent).toBe('3 en total con esa ciudad')
  expect(total.getAttribute('aria-pressed')).toBe('true')
  expect(requests).toEqual(['Cali'])
})

it('changes the number of rows found and their points at once', async () => {
  const rows = asyncRows(ROWS)
  const { user, search } = await openTab('q=cali', rows)
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

it.each([
  ['', / de nadie$/],
  ['q=cali', / libre$/],
  ['state=usado', / libres$/],
  ['state=usado', / de nadie$/],
  ['name=Ana', / usados$/],
  ['city=Cali&state=usado', / en total$/],
])('in the view %j, the counter %s says how many rows its press shows', async (params, name) => {
  const { user } = await openTab(params)
  const counter = screen.getByRole('button', { name })
  const count = parseInt(counter.textContent, 10)
  await user.click(counter)
  await waitFor(() => expect(counter.getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() => expect(report()).toMatch(count === 0 ? /^0 de / : new RegExp(`^1–${count} de ${count}\\b`)))
  expect(counter.textContent).toMatch(new RegExp(`^${count} `))
})
