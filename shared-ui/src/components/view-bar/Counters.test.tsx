import { type AnyRow, MemoryRows, type Row, type RowStore } from '@canje/large-table'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fieldColumns } from '../../rows/columns'
import type { LoadRows } from '../../rows/list'
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
const OPTIONS: TableOptions<Row<'id' | 'name' | 'city' | 'state' | 'points'>> = { sum: 'points' }
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
  await screen.findByText(/en total/)
  const search = screen.getByRole('textbox', { name: 'Buscar en Puntos' })
  return { user: userEvent.setup(), requests, search }
}

/** The number of rows found, that of all rows, and the sum. */
const totals = () => [...screen.getByRole('group', { name: 'Totales' }).children].map(({ textContent }) => textContent)
const total = () => screen.getByRole('button', { name: /en total/ })
const ALL = ['4 en total', 'Suma de puntos: 9.007.199.254.742.028']
const report = () => document.querySelector('.page-report')?.textContent

it('counts and adds up all rows, then those that a search finds', async () => {
  const { user, search } = await openTab()
  expect(totals()).toEqual(ALL)
  // Nothing to remove.
  expect(screen.queryByRole('button', { name: /en total/ })).toBeNull()
  await user.type(search, 'cali')
  await waitFor(() => expect(totals()).toEqual(['3 encontrados', '4 en total', '1.035 puntos de los encontrados']))
  expect(report()).toBe('1–3 de 3 (de 4)')
  await user.type(search, ' ana')
  await waitFor(() => expect(totals()).toEqual(['1 encontrado', '4 en total', '1 punto del encontrado']))
  await user.type(search, 'x')
  await waitFor(() => expect(totals()).toEqual(['0 encontrados', '4 en total', '0 puntos de los encontrados']))
  await user.clear(search)
  // Nobody sees this search, and it finds all rows.
  await user.type(search, '\u200B\u00A0')
  await waitFor(() => expect(totals()).toEqual(ALL))
})

it('tells of the lines of a list that select nothing beside the rows that the others do', async () => {
  const { user, search } = await openTab()
  await user.click(search)
  await user.paste('Tunja\nEva\nOtro')
  await screen.findByText('2 encontrados')
  screen.getByText('1 línea sin resultado')
  screen.getByText(': Otro')
  await waitFor(() => expect(totals()).toContain('9.007.199.254.741.027 puntos de los encontrados'))
  await user.clear(search)
  await user.paste('Eva\nOtro\nNinguno')
  await screen.findByText('1 encontrado')
  screen.getByText('2 líneas sin resultado')
  screen.getByText(': Otro, Ninguno')
})

it('removes search and filters by a press of the total', async () => {
  const { user, requests } = await openTab('q=cali&name=Nadie')
  expect(totals()[0]).toBe('1 encontrado')
  await user.click(total())
  await waitFor(() => expect(totals()).toEqual(ALL))
  expect(report()).toBe('1–4 de 4')
  expect(requests).toEqual([undefined])
})

it('says that the total is that of the filter of the server, and shows as many rows by a press', async () => {
  const { user, requests } = await openTab('filtro=Cali&q=ana')
  expect(total().textContent).toBe('3 en total con esa ciudad')
  await user.click(total())
  await waitFor(() => expect(totals()).toEqual(['3 en total con esa ciudad', 'Suma de puntos: 1.035']))
  expect(requests).toEqual(['Cali'])
})

it('changes the number of rows found and their points at once', async () => {
  const rows = asyncRows(ROWS)
  const { user, search } = await openTab('q=cali', rows)
  const before = ['3 encontrados', '4 en total', '1.035 puntos de los encontrados']
  await waitFor(() => expect(totals()).toEqual(before))
  let compute: () => void = () => undefined
  const released = new Promise<void>((resolve) => (compute = resolve))
  const { summary } = rows
  rows.summary = (request) => released.then(() => summary.call(rows, request))
  await user.type(search, ' eva')
  await waitFor(() => expect(report()).toBe('1–1 de 1 (de 4)'))
  expect(totals()).toEqual(before)
  await act(async () => compute())
  await waitFor(() => expect(totals()).toEqual(['1 encontrado', '4 en total', '34 puntos del encontrado']))
})
