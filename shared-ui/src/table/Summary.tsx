import {
  type AnyRow,
  type Cell,
  type Group,
  type Grouped,
  inSlices,
  keyText,
  MemoryRows,
  type Row,
  sameText,
} from '@canje/large-table'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TableFoot } from '../components/TableFoot'
import { CsvButton } from '../components/toolbar'
import { EMPTY_TEXT, NO_DATE_TEXT } from '../components/view-bar/Chips'
import type { CardPlace, DataColumn } from '../rows/columns'
import { type Grouping, type GroupOptions, groupBy, groupingOf } from '../state/grouping'
import { TabRoot, useNotify } from '../state/TabRoot'
import { type Table, type TableOptions, useTable } from '../state/useTable'
import { formatDayRange, PRESETS, parseDayRange, presetRange } from '../view/day-range'
import { notNumbersText } from '../view/format'
import { commonDays, dayRangeText, monthRange } from '../view/month-range'
import { formatRowKeys } from '../view/row-keys'
import { NO_DAY, type ViewState } from '../view/view-state'
import { RowsTable } from './RowsTable'

export interface SummaryProps<R extends AnyRow> {
  table: Table<R>
  /** The ways to group its rows, in the order of the choices. */
  groups: readonly GroupOptions<keyof R & string>[]
  onHide: () => void
}

/** The rows of the view in groups, with counts and sums. A press of a group filters the table by it. */
export default function Summary<R extends AnyRow>({ table, groups, onHide }: SummaryProps<R>) {
  const { rows, view, actions } = table
  const notify = useNotify()
  const [groupings] = useState(() => groups.map((options) => groupingOf(rows.columns, options)))
  const [chosen, setChosen] = useState(groupings[0])
  const id = useId()

  function filter(grouping: Grouping, group: Group) {
    actions.filterBy(filtersOf(grouping, group, view.filters))
    onHide()
  }

  return (
    // A root without a view: the URL keeps that of the tab.
    <TabRoot notify={notify}>
      <p className="summary-choice">
        <label htmlFor={id}>Agrupar por</label>
        <select
          id={id}
          className="p-inputtext"
          value={chosen?.label}
          onChange={({ target }) => setChosen(groupings.find(({ label }) => label === target.value))}
        >
          {groupings.map(({ label }) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </select>
        {chosen?.dates && (
          <PeriodChoice
            label={`Periodo (${chosen.dates.header})`}
            days={view.filters[chosen.dates.field]}
            onChange={(days) => actions.filterBy({ [chosen.dates?.field ?? '']: days })}
          />
        )}
        {chosen?.note && <small>{chosen.note}</small>}
      </p>
      {chosen && (
        <GroupTable key={chosen.label} source={table} grouping={chosen} onFilter={(group) => filter(chosen, group)} />
      )}
    </TabRoot>
  )
}

interface PeriodChoiceProps {
  label: string
  /** The range by which the view is filtered. */
  days: string | undefined
  onChange: (days: string | undefined) => void
}

/** Filters the rows of the view by a range of days. */
function PeriodChoice({ label, days = '', onChange }: PeriodChoiceProps) {
  const id = useId()
  const now = new Date()
  const presets = PRESETS.map((label) => ({ label, value: formatDayRange(presetRange(label, now)) }))
  const isOther = days !== '' && !presets.some(({ value }) => value === days)
  const choices = [
    { label: 'Todo', value: '' },
    ...(isOther ? [{ label: days === NO_DAY ? NO_DATE_TEXT : dayRangeText(parseDayRange(days)), value: days }] : []),
    ...presets,
  ]
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="p-inputtext"
        value={days}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        {choices.map(({ label, value }) => (
          <option key={label} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}

interface GroupTableProps<R extends AnyRow> {
  source: Table<R>
  grouping: Grouping
  onFilter: (group: Group) => void
}

type GroupRow = Row<string>

const NOUN = ['grupo', 'grupos'] as const

function GroupTable<R extends AnyRow>({ source, grouping, onFilter }: GroupTableProps<R>) {
  const [columns] = useState(() => columnsOf(grouping))
  /** By the rows that show them: of two loads, the earlier one may end later. */
  const [loads] = useState(() => new WeakMap<object, Grouped>())
  const table = useTable<GroupRow>(
    columns,
    async () => {
      const loaded = await groupBy(grouping, source.rows)
      const empty = grouping.unit === 'month' ? NO_DATE_TEXT : EMPTY_TEXT
      const rows = new MemoryRows(
        await inSlices(loaded.groups, (group) =>
          rowOf(sameText(group.text) === '' ? empty : group.text, grouping, group),
        ),
      )
      loads.set(rows, loaded)
      return rows
    },
    orderOf(grouping),
  )
  const { complete } = table.rows
  const { groups, total }: Partial<Grouped> = (complete && loads.get(complete)) ?? {}

  /** Cells of all groups that are in no sum. */
  const leftOut = total?.sums.reduce((count, { notNumbers }) => count + notNumbers, 0) ?? 0

  function open(id: Cell | undefined) {
    const group = groups?.find((group) => idOf(group) === id)
    if (group) onFilter(group)
  }

  const { loadedAt } = source.request
  const { query } = source.rows
  const grouped = useRef({ loadedAt, query })
  const regroup = useEffectEvent(() => table.actions.reload())
  useEffect(() => {
    if (loadedAt === grouped.current.loadedAt && query === grouped.current.query) return
    grouped.current = { loadedAt, query }
    regroup()
  }, [loadedAt, query])

  return (
    <>
      {/* Keeps its line without a text, so that the table does not move. */}
      <p className="summary-note">{leftOut > 0 && <span>{notNumbersText(leftOut)}</span>}</p>
      <RowsTable
        name={`Resumen por ${grouping.label}`}
        columns={columns}
        // The age is that of the grouped rows.
        table={{
          ...table,
          request: { ...table.request, loadedAt, running: table.request.running ?? source.request.running },
          actions: { ...table.actions, renew: source.actions.renew },
        }}
        noun={NOUN}
        empty="La vista no tiene filas."
        onOpenGroup={open}
        foot={groups && <TableFoot columns={columns} total={rowOf('Total de la vista', grouping, total)} />}
        toolbar={<CsvButton table={table} />}
      />
    </>
  )
}

/** A key tells groups of one text apart. */
function columnsOf(grouping: Grouping): DataColumn<GroupRow>[] {
  const { label, key, counts, sums } = grouping
  const measure = measureOf(grouping)
  const numbers = [
    ...(key ? [{ header: key.header, field: 'key' }] : []),
    { header: 'Filas', field: 'count' },
    ...counts.map(({ header, field }) => ({ header, field: countField(field) })),
    ...sums.map(({ header, field }) => ({ header, field: sumField(field) })),
  ]
  return [
    { header: label, field: 'text', width: 14, opens: 'group', card: 'top-start' },
    ...numbers.map(({ header, field }, index): DataColumn<GroupRow> => {
      const card: CardPlace | undefined = index === 0 ? 'bottom-start' : field === measure ? 'bottom-end' : undefined
      return { header, field, width: widthOf(header), kind: 'number', ...(card && { card }) }
    }),
  ]
}

/** The field of what was asked for: the first count or sum. */
function measureOf({ counts: [count], sums: [sum] }: Grouping): string {
  return count ? countField(count.field) : sum ? sumField(sum.field) : 'count'
}

/** Months in the order of time, other groups by what was asked for. */
function orderOf(grouping: Grouping): Pick<TableOptions<GroupRow>, 'order'> {
  return grouping.unit === 'month' ? {} : { order: { field: measureOf(grouping), direction: -1 } }
}

/** Room for a header and its icon, in rem. */
const widthOf = (header: string) => Math.max(5, 2 + 0.55 * header.length)

const countField = (field: string) => `count ${field}`
const sumField = (field: string) => `sum ${field}`

/** Identifies a group, also after a reload. */
const idOf = ({ key, text }: Group) => key ?? JSON.stringify(text)

/** @param group undefined for a total of no rows */
function rowOf(text: string, { counts, sums }: Grouping, group: Group | undefined): GroupRow {
  const row: Record<string, Cell> = {
    id: group ? idOf(group) : null,
    text,
    key: group?.key?.startsWith(':') === false ? keyText(group.key) : null,
    count: group?.count ?? 0,
  }
  for (const [index, { field }] of counts.entries()) row[countField(field)] = group?.counts?.[index] ?? 0
  for (const [index, { field }] of sums.entries()) row[sumField(field)] = group?.sums[index]?.total ?? 0
  return row
}

/** The filters that show the rows of a group, of the rows in the view. */
function filtersOf({ column, unit, key }: Grouping, group: Group, filters: ViewState['filters']) {
  if (key && group.key !== undefined) return { [key.field]: formatRowKeys([group.key]) }
  const text = unit === 'month' ? monthFilter(group.text, filters[column.field]) : group.text
  return { [column.field]: text }
}

function monthFilter(month: string, days = ''): string {
  return month === '' ? NO_DAY : formatDayRange(commonDays(parseDayRange(monthRange(month)), parseDayRange(days)))
}
