import { MemoryRows, type Row } from '@canje/large-table'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RefreshButton } from '../components/toolbar'
import { fieldColumns } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { TabRoot } from '../state/TabRoot'
import { useTable } from '../state/useTable'
import { renderTable, stubService } from '../testing/details'
import { viewOf } from '../testing/people'
import { keepTranslated, translatePage } from '../testing/translate'
import { RowsTable } from './RowsTable'

let stop = () => {}
beforeEach(() => {
  stop = keepTranslated()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

const name = 'Ana Ruiz'

const LISTS = {
  SelectCodes: [
    { id: 1, name: 'ABC1', userName: name, used: 1, date: '2025-06-01 10:00:00' },
    { id: 2, name: 'XYZ2', userName: null, used: 0, date: '2025-06-02 10:00:00' },
  ],
  SelectUsers: [{ id: 7, name, mail: 'ana@x', phone: '300' }],
  SelectReport: [],
}

it('searches, opens details and refreshes', async () => {
  const service = stubService(LISTS)
  const { user, heading } = await renderTable()
  const search = screen.getByRole('textbox', { name: 'Buscar en Tabla' })
  for (const [typed, expected] of [
    ['a', ['A', 'A', 'a']],
    ['b', ['AB']],
    ['{Backspace} r', ['A', 'A', 'a', 'R']],
    ['zz', []],
  ] as const) {
    await user.type(search, typed)
    await waitFor(() => expect(textsOf('mark')).toEqual(expected))
  }
  await screen.findByText(/Nada coincide/)
  await user.click(screen.getByRole('button', { name: 'Quitar búsqueda' }))
  await waitFor(() => expect(textsOf('td .cell-text')).toContain('XYZ2'))

  await user.click(screen.getByRole('link', { name: 'ABC1' }))
  await waitFor(() => expect(heading()).toBe('ABC1'))
  await user.click(screen.getAllByRole('link', { name })[0] as HTMLElement)
  await waitFor(() => expect(heading()).toBe(name))
  await waitFor(() => expect(textsOf('.detail-fields dd')).toContain('ana@x'))
  expect(textsOf('.detail-link')).toEqual(['ABC1'])
  service.lists = { ...LISTS, SelectCodes: LISTS.SelectCodes.map((code) => ({ ...code, userName: name })) }
  await user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await waitFor(() => expect(textsOf('.detail-link')).toEqual(['ABC1', 'XYZ2']))
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  service.before = () => Promise.reject(new Error('lost'))
  await user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await screen.findByRole('button', { name: 'Reintentar' })
  service.before = undefined
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull())
  expect(textsOf('td .cell-text')).toContain('XYZ2')
})

type Score = Row<'name' | 'points'>
const columns = fieldColumns<keyof Score>({ name: { header: 'Nombre', filter: 'values' }, points: 'Puntaje' })

function Scores({ load }: { load: LoadRows<Score> }) {
  const table = useTable(columns, load, { sum: 'points' })
  return <RowsTable name="Puntaje" columns={columns} table={table} toolbar={<RefreshButton table={table} />} />
}

it('shows other rows, without and with numbers that are in no sum', async () => {
  const results: Score[][] = [[], [{ name, points: 'mucho' }], [{ name, points: 3 }], []]
  let loads = 0
  render(
    <TabRoot notify={() => undefined}>
      <Scores load={async () => new MemoryRows(results[loads++] ?? [])} />
    </TabRoot>,
  )
  const sum = () => textsOf('.counter-sum')[0]
  const user = userEvent.setup()
  await waitFor(() => expect(textsOf('.p-datatable-emptymessage')).toEqual(['Todavía no hay datos.']))
  for (const expected of [/^Suma de puntos: 0 \(/, /^Suma de puntos: 3$/, /^Suma de puntos: 0$/]) {
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    await waitFor(() => expect(sum()).toMatch(expected))
  }
  await act(async () => translatePage())
  expect(textsOf('.p-datatable-emptymessage')).toEqual(['Todavía no hay datos.'])
})

it('says why there are no rows', async () => {
  const user = userEvent.setup()
  render(
    <TabRoot notify={() => undefined} view={viewOf('name=Nadie')}>
      <Scores load={async () => new MemoryRows([{ name, points: 3 }])} />
    </TabRoot>,
  )
  const message = () => textsOf('.p-datatable-emptymessage')[0]
  await waitFor(() => expect(message()).toBe('Nada coincide con los filtros.Quitar filtros'))
  await user.type(screen.getByRole('textbox', { name: 'Buscar en Puntaje' }), 'x')
  await waitFor(() => expect(message()).toBe('Nada coincide con «x».Quitar búsquedaQuitar filtros'))
  await user.click(screen.getByRole('button', { name: 'Quitar búsqueda' }))
  await waitFor(() => expect(message()).toBe('Nada coincide con los filtros.Quitar filtros'))
  await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  await waitFor(() => expect(message()).toBeUndefined())
})

it('marks data as not to be translated', async () => {
  stubService(LISTS)
  await renderTable('q=ana&filtro=Ana&detalle=usuario%3A7')
  await waitFor(() => expect(document.querySelectorAll('.detail-link').length).toBeGreaterThan(0))
  const data = ['td .cell-text', '.detail-heading bdi', '.detail-fields dd', '.detail-link', '.chip']
  for (const selector of data) {
    const marked = [...document.querySelectorAll(selector)]
    expect(marked, selector).not.toEqual([])
    expect(
      marked.filter((element) => !element.closest('[translate=no]') && !element.querySelector('[translate=no]')),
    ).toEqual([])
  }
})
