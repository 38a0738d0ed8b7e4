import {
  type AnyRow,
  type Cell,
  type Group,
  type Grouped,
  inSlices,
  isBlankSearch,
  MemoryRows,
  sameText,
} from '@canje/large-table'
import { useEffect, useRef, useState } from 'react'
import { ChoiceField } from '../components/ChoiceField'
import { TableFoot } from '../components/TableFoot'
import { CsvButton } from '../components/toolbar'
import { EMPTY_TEXT } from '../components/view-bar/Chips'
import { type Grouping, type GroupOptions, groupBy, groupingOf } from '../state/grouping'
import { datesOf, filtersOfPeriod, groupingOfPeriod, type Period, periodOfView } from '../state/period'
import { TabRoot, useTab } from '../state/TabRoot'
import { type Table, useTable } from '../state/useTable'
import { commonDays, monthRange } from '../view/month-range'
import { formatRowKeys } from '../view/row-keys'
import { NO_DAY } from '../view/view-state'
import { GroupNotes } from './GroupNotes'
import { columnsOf, type GroupRow, idOf, orderOf, rowOf } from './group-columns'
import { PeriodChoice } from './PeriodChoice'
import { RowsTable } from './RowsTable'

export interface GroupedSummaryProps<R extends AnyRow> {
  table: Table<R>
  /** The ways to group its rows, in the order of the choices. */
  groups: readonly GroupOptions<keyof R & string>[]
  onHide: () => void
}

/**
 * The rows of the view in groups, with counts and sums. A press of a group filters the table by it. Staff may choose a
 * period, which each figure takes by its own date; it ends with the dialog.
 */
export default function GroupedSummary<R extends AnyRow>({ table, groups, onHide }: GroupedSummaryProps<R>) {
  const { rows, view, actions } = table
  const { notify } = useTab()
  const [groupings] = useState(() => groups.map((options) => groupingOf(rows.columns, options)))
  const [chosen, setChosen] = useState(groupings[0])
  const [days, setDays] = useState<string>()
  const ofView = periodOfView(view.filters, groupings)
  const period = { ...ofView, days: days ?? ofView.days }
  const shown = chosen && groupingOfPeriod(chosen, view.filters, period)
  const dates = chosen ? datesOf([chosen]) : []

  function filter(grouping: Grouping, group: Group) {
    const ofPeriod = filtersOfPeriod(grouping, period)
    actions.filterBy({ ...ofPeriod, ...filtersOf(grouping, group, { ...view.filters, ...ofPeriod }) })
    onHide()
  }

  return (
    // A root without a view: the URL keeps that of the tab.
    <TabRoot notify={notify}>
      <p className="line summary-choice">
        <ChoiceField
          label="Agrupar por"
          value={chosen?.label}
          choices={groupings.map(({ label }) => ({ value: label, label }))}
          onChange={(value) => setChosen(groupings.find(({ label }) => label === value))}
        />
        {dates.length > 0 && (
          <PeriodChoice
            label={dates.length === 1 ? `Periodo (${headersOf(rows.columns, dates)})` : 'Periodo'}
            ofView={ofView.days}
            days={period.days}
            onChange={setDays}
          />
        )}
        {dates.length > 1 && period.days !== '' && <small>Cada cifra cuenta por su propia fecha.</small>}
        {shown && shown.leftOut.length > 0 && (
          <small>
            {`Sin ${shown.leftOut.map(({ header }) => header).join(', ')}: la vista filtra por ${headersOf(rows.columns, shown.causes)}.`}
          </small>
        )}
        {!isBlankSearch(view.search) && <small>Solo las filas que encuentra la búsqueda.</small>}
        {chosen?.note && <small>{chosen.note}</small>}
      </p>
      {shown && (
        <GroupTable
          // Other figures are other columns, which a table never changes.
          key={JSON.stringify([shown.grouping.label, shown.leftOut.map(({ field }) => field)])}
          source={table}
          grouping={shown.grouping}
          period={period}
          onFilter={(group) => filter(shown.grouping, group)}
        />
      )}
    </TabRoot>
  )
}

function headersOf(columns: readonly { field: string; header: string }[], fields: readonly string[]): string {
  return columns.flatMap(({ field, header }) => (fields.includes(field) ? header : [])).join(', ')
}

interface GroupTableProps<R extends AnyRow> {
  source: Table<R>
  grouping: Grouping
  period: Period
  onFilter: (group: Group) => void
}

const NOUN = ['grupo', 'grupos'] as const

/** The rows of the table of groups, with what they do not show. */
class GroupRows extends MemoryRows<GroupRow> {
  constructor(
    rows: readonly GroupRow[],
    readonly grouped: Grouped,
  ) {
    super(rows)
  }
}

function GroupTable<R extends AnyRow>({ source, grouping, period, onFilter }: GroupTableProps<R>) {
  const columns = columnsOf(grouping, open)
  const table = useTable<GroupRow>(
    columns,
    async () => {
      const loaded = await groupBy(grouping, source.rows, Object.keys(period.filters))
      const rows = await inSlices(loaded.groups, (group) =>
        rowOf(sameText(group.text) === '' ? EMPTY_TEXT : group.text, grouping, group),
      )
      return new GroupRows(rows, loaded)
    },
    orderOf(grouping),
  )
  const { complete } = table.rows
  const loaded = complete instanceof GroupRows ? complete.grouped : undefined

  function open(id: Cell | undefined) {
    const group = loaded?.groups.find((group) => idOf(group) === id)
    if (group) onFilter(group)
  }

  const { loadedAt } = source.request
  const { query } = source.rows
  const periodKey = JSON.stringify(period)
  const grouped = useRef({ loadedAt, query, periodKey })
  const { reload } = table.actions
  useEffect(() => {
    const { current } = grouped
    if (loadedAt === current.loadedAt && query === current.query && periodKey === current.periodKey) return
    grouped.current = { loadedAt, query, periodKey }
    reload()
  }, [loadedAt, query, periodKey, reload])

  const hasLifted = Object.keys(period.filters).length > 0
  const totalOfAll = hasLifted ? 'Total de todas las fechas' : 'Total de la vista'
  const totalText = period.days === '' ? totalOfAll : 'Total del periodo'
  return (
    <>
      <GroupNotes grouping={grouping} grouped={loaded} onFilter={onFilter} />
      <RowsTable
        name={`Resumen por ${grouping.label}`}
        columns={columns}
        // The age is that of the grouped rows.
        table={{
          ...table,
          view: { ...table.view, asked: `${table.view.asked} ${periodKey}` },
          request: { ...table.request, loadedAt, running: table.request.running ?? source.request.running },
        }}
        noun={NOUN}
        empty={period.days === '' ? 'La vista no tiene filas.' : 'El periodo no tiene filas.'}
        foot={loaded && <TableFoot columns={columns} total={rowOf(totalText, grouping, loaded.total)} />}
        toolbar={<CsvButton table={table} />}
      />
    </>
  )
}

type Filters = Readonly<Record<string, string | undefined>>

/** The filters that show the rows of a group, of the rows in the view. */
function filtersOf({ column, unit, key }: Grouping, group: Group, filters: Filters) {
  if (key && group.key !== undefined) return { [key.field]: formatRowKeys([group.key]) }
  const text = unit === 'month' ? monthFilter(group.text, filters[column.field]) : group.text
  return { [column.field]: text }
}

function monthFilter(month: string, days = ''): string {
  return month === '' ? NO_DAY : commonDays(monthRange(month), days)
}
