import { type AnyRow, MAX_XLSX_ROWS, MemoryRows, type XlsxOptions } from '@canje/large-table'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { fieldColumns } from '../../rows/columns'
import { TabRoot } from '../../state/TabRoot'
import { useTable } from '../../state/useTable'
import { RowsTable } from '../../table/RowsTable'
import { viewOf } from '../../testing/people'

const columns = fieldColumns({
  id: { header: 'Id', width: 4 },
  name: 'Nombre',
  date: { header: 'Fecha', filter: 'dates' },
})
const people = ['Luis', 'Ana', 'Eva'].map((name, id) => ({ id, name, date: null }))

function People({ count }: { count?: number | undefined }) {
  const table = useTable(columns, async () => new MemoryRows(people))
  const rows = { ...table.rows, ...(count && table.rows.complete && { count }) }
  return <RowsTable name="Premios/Bonos" columns={columns} table={{ ...table, rows }} toolbar={null} />
}

/** Renders a table, sorted and searched by its URL, and opens its menu. */
async function openMenu({ count, openDiagnosis }: { count?: number; openDiagnosis?: () => void } = {}) {
  const user = userEvent.setup()
  const view = viewOf('q=a&orden=name.desc')
  render(
    <TabRoot notify={() => undefined} view={view} {...(openDiagnosis && { openDiagnosis })}>
      <People count={count} />
    </TabRoot>,
  )
  await screen.findByRole('cell', { name: /Ana/ })
  await user.click(menu())
  return user
}

const menu = () => screen.getByRole('button', { name: 'Vista' })
const entry = (name: string) => screen.getByRole('menuitem', { name })
const isOpen = () => menu().getAttribute('aria-expanded')

/** The file that the test finishes. */
let finish: (file: Blob) => void
let options: XlsxOptions
let writeXlsx: MockInstance<MemoryRows<AnyRow>['xlsx']>

beforeEach(() => {
  writeXlsx = vi
    .spyOn(MemoryRows.prototype, 'xlsx')
    .mockReset()
    .mockImplementation((given) => {
      options = given
      return new Promise((resolve, reject) => {
        finish = resolve
        given.signal.addEventListener('abort', () => reject(new Error('cancelled')))
      })
    })
})

it('saves the rows of the view as an Excel file, while the menu is closed', async () => {
  const save = vi.fn((_file: Blob) => 'blob:')
  Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined })
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  const user = await openMenu()
  await user.click(entry('Descargar para Excel'))
  expect(isOpen()).toBe('false')
  expect(document.activeElement).toBe(menu())
  expect(options).toMatchObject({
    sheet: 'Premios/Bonos',
    columns: [
      { header: 'Id', field: 'id', width: 9, isDate: false },
      { header: 'Nombre', field: 'name', width: 23, isDate: false },
      { header: 'Fecha', field: 'date', width: 23, isDate: true },
    ],
    query: { search: 'a', sorting: { field: 'name', direction: -1 } },
  })
  const file = new Blob(['x'])
  finish(file)
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith(file))
  expect(download.mock.contexts[0]).toMatchObject({ download: expect.stringMatching(/^Premios Bonos .+\.xlsx$/) })
})

it('says that a view is too large for Excel, and writes nothing', async () => {
  const user = await openMenu({ count: MAX_XLSX_ROWS + 1 })
  await user.click(entry('Descargar para Excel'))
  expect(isOpen()).toBe('true')
  expect(writeXlsx).not.toHaveBeenCalled()
  const description = document.getElementById(entry('Descargar para Excel').getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toContain('Excel admite 1.048.575 filas y esta vista tiene 1.048.576.')
})

it('opens the diagnosis of the host, by the keyboard too', async () => {
  const openDiagnosis = vi.fn()
  const user = await openMenu({ openDiagnosis })
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(entry('Diagnóstico'))
  await user.keyboard('{ArrowUp}{ArrowDown}{Enter}')
  expect(openDiagnosis).toHaveBeenCalledOnce()
  expect(isOpen()).toBe('false')
})

it('sets the height of the rows, which the menu shows when it opens again', async () => {
  const user = await openMenu()
  const isChosen = () =>
    ['Compacta', 'Amplia'].map((name) => screen.getByRole<HTMLInputElement>('radio', { name }).checked)
  expect(isChosen()).toEqual([true, false])
  await user.click(screen.getByRole('radio', { name: 'Amplia' }))
  expect(isChosen()).toEqual([false, true])
  expect(document.documentElement.dataset.density).toBe('amplia')
  await user.click(menu())
  await user.click(menu())
  expect(isChosen()).toEqual([false, true])
  await user.click(screen.getByRole('radio', { name: 'Compacta' }))
  expect(document.documentElement.dataset.density).toBe('compacta')
})
