import { type AnyRow, type Facet, isSameText } from '@canje/large-table'
import { useMemo, useState } from 'react'
import { type ColumnOptions, filterLabelOf, isInFilterMenu } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { isDayRange, PRESETS, parseDayRange, presetDays } from '../../view/day-range'
import { ChoiceField } from '../ChoiceField'
import { useRovingFocus } from '../useRovingFocus'
import { type Choice, choiceOf } from './choices'
import { ValueCombobox } from './ValueCombobox'

interface FilterChoicesProps<R extends AnyRow> {
  table: Table<R>
  /** Called once a filter is chosen. */
  onChosen: () => void
}

const ALL: Choice = { value: undefined, label: 'Cualquiera' }

/** The filters that the tab's columns declare: first the columns, then the choices of one. All columns of dates are one. */
export default function FilterChoices<R extends AnyRow>({
  table: { rows, view, actions },
  onChosen,
}: FilterChoicesProps<R>) {
  const { columns, summary, complete, query } = rows
  const offered = columns.filter(isInFilterMenu)
  const dates = offered.filter(({ filter }) => filter === 'dates')
  const date = dates.find(({ isFirstDate }) => isFirstDate) ?? dates[0]
  const listed = offered.filter((column) => column.filter === 'values' || column === date)
  const [field, setField] = useState(listed.length === 1 ? listed[0]?.field : undefined)
  const column = offered.find((column) => column.field === field)
  const roving = useRovingFocus<HTMLDivElement>('.filter-columns > button', { isVertical: true })
  const find = useMemo(
    () => complete && column && ((search: string) => complete.values({ query, column, search })),
    [complete, query, column],
  )

  function filterBy(value: string | undefined) {
    if (field !== undefined) actions.filterBy({ [field]: value })
  }

  function choose(value: string | undefined) {
    filterBy(value)
    onChosen()
  }

  return (
    <div key={field} ref={focusFirst} className="stack">
      {!column && (
        <div className="stack filter-columns" {...roving}>
          {listed.map((column) => (
            <button key={column.field} type="button" className="menu-entry" onClick={() => setField(column.field)}>
              {column.filter === 'dates' && dates.length > 1 ? 'Fecha' : filterLabelOf(column)}
            </button>
          ))}
        </div>
      )}
      {column?.filter === 'dates' && dates.length > 1 && (
        <span className="stack value-filter">
          <ChoiceField
            label="Fecha de"
            value={field}
            choices={dates.map((date) => ({ value: date.field, label: filterLabelOf(date).replace('Fecha de ', '') }))}
            onChange={setField}
          />
        </span>
      )}
      {column?.filter === 'dates' && (
        <DayFilter
          label={filterLabelOf(column)}
          value={view.filters[column.field]}
          onChange={filterBy}
          onPreset={choose}
        />
      )}
      {column?.filter === 'values' && (
        <ValueCombobox
          label={filterLabelOf(column)}
          value={view.filters[column.field]}
          choices={[ALL, ...otherChoices(summary?.facets.get(column.field), column.others)]}
          facet={summary?.facets.get(column.field)}
          find={find}
          onChange={choose}
        />
      )}
    </div>
  )
}

/** The pressed button is gone. */
function focusFirst(content: HTMLElement | null) {
  content?.querySelector<HTMLElement>('input, select, button')?.focus()
}

function otherChoices(facet: Facet | undefined, others: ColumnOptions['others']): Choice[] {
  if (!facet || !others) return []
  const excluded = facet.values.find(({ text }) => isSameText(text, others.than))
  return [choiceOf(others.label, facet.total - (excluded?.count ?? 0))]
}

const ENDS = [
  { end: 'from', name: 'Desde' },
  { end: 'to', name: 'Hasta' },
] as const

interface DayFilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Gets the days of a preset, or undefined when the active one is pressed. */
  onPreset: (value: string | undefined) => void
}

function DayFilter({ label, value, onChange, onPreset }: DayFilterProps) {
  const range = parseDayRange(value ?? '')
  const now = new Date()
  function setDays(days: Partial<typeof range>) {
    const { from, to } = { ...range, ...days }
    const chosen = `${from}..${to}`
    onChange(isDayRange(chosen) ? chosen : undefined)
  }

  return (
    <fieldset className="stack">
      <legend>{label}</legend>
      <span className="line">
        {PRESETS.map((preset) => {
          const days = presetDays(preset, now)
          const isPressed = value === days
          return (
            <button
              key={preset}
              type="button"
              className="p-button p-button-outlined"
              aria-pressed={isPressed}
              onClick={() => onPreset(isPressed ? undefined : days)}
            >
              {preset}
            </button>
          )
        })}
      </span>
      {ENDS.map(({ end, name }) => (
        <label key={end} className="stack">
          {name}
          <input
            type="date"
            className="p-inputtext"
            autoComplete="off"
            max="9999-12-31"
            value={range[end]}
            onChange={({ target }) => setDays({ [end]: target.value })}
          />
        </label>
      ))}
    </fieldset>
  )
}
