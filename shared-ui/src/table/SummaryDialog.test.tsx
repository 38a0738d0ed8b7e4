import { MemoryRows, type Row } from '@canje/large-table'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatTime } from '../rows/campaign-time'
import { fieldColumns } from '../rows/columns'
import type { GroupOptions } from '../state/grouping'
import { TabRoot } from '../state/TabRoot'
import { useTable } from '../state/useTable'
import { renderTable, stubService } from '../testing/details'
import { viewOf } from '../testing/people'
import { RowsTable } from './RowsTable'
import { SummaryButton } from './SummaryButton'

type Entry = Row<'id' | 'name' | 'place' | 'points' | 'code' | 'codeDate' | 'pointsDate'>

const entry = (
  id: Entry['id'],
  name: Entry['name'],
  place: Entry['place'] = null,
  points: Entry['points'] = null,
  code: Entry['code'] = null,
  codeDate: Entry['codeDate'] = null,
  pointsDate = codeDate,
): Entry => ({ id, name, place, points, code, codeDate, pointsDate })

const ROWS = [
  entry(1, 'Ana Ruiz', 'Norte', 10, 'A', '2025-06-10 10:00:00'),
  entry(1, 'Ana Ruiz', 'Norte', 20, null, null, '2025-06-12'),
  entry(2, 'Ana Ruiz', 'Sur', 40, 'B', '2025-06-20 10:00:00'),
  entry(3, 'Eva'),
  entry(null, 'Luis', '(vacío)', 5, 'C', '2025-07-01 10:00:00'),
  entry('', 'Luis', 'Sur', 7, 'D', 'ayer'),
]

const columns = fieldColumns<keyof Entry>({
  id: { header: 'Id', filter: 'rows', textKey: 'name' },
  name: { header: 'Nombre', filter: 'values' },
  place: { header: 'Lugar', filter: 'values' },
  points: { header: 'Puntaje', kind: 'number', description: 'Puntos propios' },
  code: 'Codigo',
  codeDate: { header: 'Redimido', filter: 'dates' },
  pointsDate: { header: 'Ganado', filter: 'dates' },
})

const codes = {
  field: 'code',
  label: 'Codigos redimidos',
  dates: 'codeDate',
  key: { field: 'id', textKey: 'name', further: ['code'] },
} as const
const points = { field: 'points', isSum: true, dates: 'pointsDate' } as const
const GROUPS: readonly GroupOptions<keyof Entry>[] = [
  { by: 'name', key: 'id', label: 'Usuario', figures: [codes, points] },
  { by: 'place', label: 'Lugar', note: 'Donde se ganaron.', figures: [points] },
  { by: 'codeDate', label: 'Mes', figures: [codes] },
  { by: 'place', label: 'Lugar y codigos', figures: [{ ...codes, beside: ['place'] }, points] },
]

let rows = ROWS
const load = async () => new MemoryRows(rows)

function Entries() {
  const table = useTable(columns, load, { sum: 'points' })
  const viewTools = <SummaryButton table={table} groups={GROUPS} />
  return <RowsTable name="Reportes" columns={columns} table={table} viewTools={viewTools} toolbar={null} />
}

/** Opens the summary of a view, by a choice. */
async function openSummary(label: string, params = '') {
  const user = userEvent.setup()
  render(
    <TabRoot notify={() => undefined} view={viewOf(params)}>
      <Entries />
    </TabRoot>,
  )
  await user.click(await screen.findByRole('button', { name: 'Resumen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resumen' }))
  await user.selectOptions(await dialog.findByLabelText('Agrupar por'), label)
  await dialog.findByRole('rowheader', { name: /^Total/ })
  const lines = () =>
    [...document.querySelectorAll('[role=dialog] tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent).join(' | '),
    )
  return { user, dialog, lines }
}

/** Presses a group. @returns the active filters and the report of the table */
async function press(user: ReturnType<typeof userEvent.setup>, group: HTMLElement) {
  await user.click(group)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const chips = [...document.querySelectorAll('.chip-text')].map(({ textContent }) => textContent)
  return [...chips, document.querySelector('.page-report')?.textContent]
}

afterEach(() => {
  rows = ROWS
})

/** The lines of a file; jsdom's has no `text`. */
const linesOf = (file: Blob) =>
  new Promise<string[]>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace('\uFEFF', '').split('\r\n'))
    reader.readAsText(file)
  })

it('groups persons by id, tells those of one name apart, and has a total of the view and a file', async () => {
  const save = vi.fn((_file: Blob) => 'blob:')
  Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  const { user, dialog, lines } = await openSummary('Usuario')
  expect(lines()).toEqual([
    'Usuario | Id | Codigos redimidos | Puntaje',
    // By the first measure.
    'Luis |  | 2 | 12',
    'Ana Ruiz | 1 | 1 | 30',
    'Ana Ruiz | 2 | 1 | 40',
    'Eva | 3 | 0 | 0',
    'Total de la vista |  | 4 | 82',
  ])
  await user.click(dialog.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(await linesOf(save.mock.calls[0]?.[0] as Blob)).toEqual([
    'Usuario,Id,Codigos redimidos,Puntaje',
    'Luis,,2,12',
    'Ana Ruiz,1,1,30',
    'Ana Ruiz,2,1,40',
    'Eva,3,0,0',
  ])
})

it.each([
  ['Ana Ruiz 2 1', ['Id: 2', '1–1 de 1 (de 6)']],
  ['Luis 2', ['Id: Luis', '1–2 de 2 (de 6)']],
])('shows only the rows of the pressed person: %s', async (start, shown) => {
  const { user, dialog } = await openSummary('Usuario')
  const row = dialog.getByRole('row', { name: new RegExp(`^${start}`) })
  expect(await press(user, within(row).getByRole('button'))).toEqual(shown)
})

it('adds up only what belongs to the grouping, and keeps a text apart from empty cells', async () => {
  const { user, dialog, lines } = await openSummary('Lugar')
  expect(lines()).toEqual(['Lugar | Puntaje', 'Sur | 47', 'Norte | 30', '(vacío) | 5', 'Total de la vista | 82'])
  expect(dialog.getByText('1 fila sin lugar')).toBeDefined()
  expect(dialog.getByText('Donde se ganaron.')).toBeDefined()
  const row = dialog.getByRole('row', { name: '(vacío) 5' })
  expect(await press(user, within(row).getByRole('button'))).toEqual(['Lugar: (vacío)', '1–1 de 1 (de 6)'])
  expect(screen.getByRole('table', { name: 'Reportes' }).textContent).toContain('Luis')
})

it('says how many rows have no date, with their figures, and a press shows them', async () => {
  const { user, dialog, lines } = await openSummary('Mes')
  expect(lines()).toEqual(['Mes | Codigos redimidos', '2025-06 | 2', '2025-07 | 1', 'Total de la vista | 4'])
  expect(await press(user, dialog.getByRole('button', { name: '3 filas sin fecha (Codigos redimidos: 1)' }))).toEqual([
    'Redimido: (sin fecha)',
    '1–3 de 3 (de 6)',
  ])
})

it('shows the rows of a month that are in the view, not the whole month', async () => {
  const { user, dialog, lines } = await openSummary('Mes', 'codeDate=2025-06-15..')
  expect(lines().slice(1)).toEqual(['2025-06 | 1', '2025-07 | 1', 'Total del periodo | 2'])
  expect(await press(user, dialog.getByRole('button', { name: '2025-06' }))).toEqual([
    'Redimido: 2025-06-15 a 2025-06-30',
    '1–1 de 1 (de 6)',
  ])
})

describe('a period', () => {
  const JUNE = 'codeDate=2025-06-01..2025-06-30'

  it('takes each figure by its own date, and ends with the dialog', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-07-10T10:00:00Z') })
    const { user, dialog, lines } = await openSummary('Usuario')
    const period = dialog.getByLabelText('Periodo')
    await user.selectOptions(period, 'Mes pasado')
    await waitFor(() => expect(lines().at(-1)).toBe('Total del periodo |  | 2 | 70'))
    expect(lines().slice(1, -1)).toEqual(['Ana Ruiz | 1 | 1 | 30', 'Ana Ruiz | 2 | 1 | 40'])
    expect(dialog.getByText('Cada cifra cuenta por su propia fecha.')).toBeDefined()
    // Eva's has no date at all, another one has dates that are none.
    expect(dialog.getByText('2 filas sin fecha en alguna cifra')).toBeDefined()
    await user.selectOptions(period, 'Hoy')
    await dialog.findByText('El periodo no tiene filas.')
    await user.selectOptions(period, 'Todo')
    await waitFor(() => expect(lines().at(-1)).toBe('Total de la vista |  | 4 | 82'))
    await user.selectOptions(period, 'Hoy')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.querySelector('.chip-text')).toBeNull()
    expect(document.querySelector('.page-report')?.textContent).toBe('1–6 de 6')
  })

  it('of each figure is its own where the view has several', async () => {
    const { user, dialog, lines } = await openSummary('Usuario', `${JUNE}&pointsDate=2025-06-12..`)
    const period = dialog.getByLabelText<HTMLSelectElement>('Periodo')
    expect(period.selectedOptions[0]?.text).toBe('Los de la vista')
    expect(lines().at(-1)).toBe('Total del periodo |  | 2 | 65')
    await user.selectOptions(period, 'Todo')
    await waitFor(() => expect(lines().at(-1)).toBe('Total de todas las fechas |  | 4 | 82'))
    await user.selectOptions(period, 'Los de la vista')
    await waitFor(() => expect(lines().at(-1)).toBe('Total del periodo |  | 2 | 65'))
  })

  it('stays in the view where the figures of a pressed group have one date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-07-10T10:00:00Z') })
    const { user, dialog } = await openSummary('Lugar', JUNE)
    const button = await dialog.findByRole('button', { name: 'Norte' })
    expect(await press(user, button)).toEqual(['Lugar: Norte', 'Ganado: junio 2025', '1–2 de 2 (de 6)'])
  })
})

it('leaves out a figure of which the view has a filter that is not its own, and says so', async () => {
  const { dialog } = await openSummary('Lugar y codigos', 'place=Sur')
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Lugar y codigos',
    'Puntaje',
  ])
  expect(dialog.getByText('Sin Codigos redimidos: la vista filtra por Lugar.')).toBeDefined()
})

it('describes each figure, with its date', async () => {
  const { dialog } = await openSummary('Usuario')
  const titles = dialog.getAllByRole('columnheader').map((header) => header.getAttribute('title'))
  expect(titles).toEqual([null, null, 'fecha: Redimido', 'Puntos propios; fecha: Ganado'])
})

it('has the totals of the view, also of one without rows', async () => {
  const { lines } = await openSummary('Usuario', 'q=nadie')
  expect(lines().at(-1)).toBe('Total de la vista |  | 0 | 0')
})

it('counts groups, not rows, and keeps the total of the view in a search', async () => {
  const { user, dialog, lines } = await openSummary('Usuario')
  expect(dialog.getByText('4 grupos en total')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Buscar en Resumen por Usuario' }), 'eva')
  await dialog.findByText('1 grupo encontrado')
  expect(lines().slice(1)).toEqual(['Eva | 3 | 0 | 0', 'Total de la vista |  | 4 | 82'])
})

it('has the age of the grouped rows, also after a renewal', async () => {
  const [at8, at9] = [new Date('2025-06-01T08:00:00'), new Date('2025-06-01T09:00:00')]
  vi.useFakeTimers({ toFake: ['Date'], now: at8 })
  const service = stubService({ SelectCodes: [{ id: 1, name: 'Ana' }] })
  const { user } = await renderTable()
  vi.setSystemTime(at9)
  await user.click(screen.getByRole('button', { name: 'Resumen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resumen' }))
  await dialog.findByRole('button', { name: 'Ana' })
  service.lists = { SelectCodes: [1, 2, 3].map((id) => ({ id, name: 'Luis' })) }
  expect(dialog.getByTitle(`Datos de las ${formatTime(at8)}`)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await dialog.findByRole('button', { name: 'Luis' })
  expect(dialog.getByTitle(`Datos de las ${formatTime(at9)}`)).toBeDefined()
  await waitFor(() => expect(dialog.getByRole('row', { name: 'Luis 3' })).toBeDefined())
})

it('says how many cells are in no sum', async () => {
  rows = [...ROWS, entry(4, 'Ana', 'Sur', 'doce'), entry(5, 'Eva', 'Sur', ' 8 ')]
  const { dialog, lines } = await openSummary('Lugar')
  expect(lines()).toContain('Sur | 55')
  expect(lines().at(-1)).toBe('Total de la vista | 90')
  expect(dialog.getByText('1 celda no es un número')).toBeDefined()
})
