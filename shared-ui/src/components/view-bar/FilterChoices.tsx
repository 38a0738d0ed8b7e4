import { type AnyRow, type DisplayedField, type Facet, isSameText, type Query, type RowStore } from '@canje/large-table'
import { useMemo } from 'react'
import { type ColumnOptions, filterLabelOf, isInFilterMenu } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { isDayRange, PRESETS, parseDayRange, presetDays } from '../../view/day-range'
import { ChoiceField } from '../ChoiceField'
import { type Choice, choiceOf, hiddenValues, isChosen, valueChoices } from './choices'
import { ValueCombobox } from './ValueCombobox'

/** The filters that the tab's columns declare, in the menu. */
export default function FilterChoices<R extends AnyRow>({ table: { rows, view, actions } }: { table: Table<R> }) {
  const { columns, summary, complete, query } = rows
  const choices = columns.filter(isInFilterMenu).map((column) => {
    const { field, filter } = column
    const props = {
      label: filterLabelOf(column),
      value: view.filters[field],
      onChange: (value: string | undefined) => actions.filterBy({ [field]: value }),
    }
    if (filter === 'dates') return <DayFilter key={field} {...props} />
    const facet = summary?.facets.get(field)
    return <ValueFilter key={field} column={column} facet={facet} source={complete} query={query} {...props} />
  })
  return <div className="filter-choices">{choices}</div>
}

interface FilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Value of the option that removes the filter; no displayed text has a line break at its start. */
const ANY = '\n'
const ALL: Choice = { value: undefined, label: 'Cualquiera' }

interface ValueFilterProps extends FilterProps {
  column: ColumnOptions & DisplayedField
  facet: Facet | undefined
  /** The rows whose values a search finds; undefined until they are complete. */
  source: Pick<RowStore<AnyRow>, 'values'> | undefined
  query: Query
}

function ValueFilter({ label, column, facet, source, query, value, onChange }: ValueFilterProps) {
  const findInColumn = useMemo(
    () => source && ((search: string) => source.values({ query, column, search })),
    [source, query, column],
  )
  const choices = [ALL, ...otherChoices(facet, column.others)]
  if (facet && hiddenValues(facet) > 0) {
    const props = { label, value, choices, facet, find: findInColumn, onChange }
    return <ValueCombobox {...props} />
  }

  const options = [...choices, ...valueChoices(facet)]
  // The active value may have no rows under the other filters.
  if (!options.some((choice) => isChosen(choice, value))) options.splice(1, 0, choiceOf(value ?? '', 0))
  return (
    <span className="value-filter">
      <ChoiceField
        label={label}
        value={options.find((choice) => isChosen(choice, value))?.value ?? ANY}
        choices={options.map(({ value, label }) =>
          value === undefined ? { value: ANY, label } : { value, label, title: value, translate: 'no' },
        )}
        onChange={(chosen) => onChange(chosen === ANY ? undefined : chosen)}
      />
    </span>
  )
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

function DayFilter({ label, value, onChange }: FilterProps) {
  const range = parseDayRange(value ?? '')
  const now = new Date()
  function setDays(days: Partial<typeof range>) {
    const { from, to } = { ...range, ...days }
    const chosen = `${from}..${to}`
    onChange(isDayRange(chosen) ? chosen : undefined)
  }

  return (
    <fieldset>
      <legend>{label}</legend>
      <span className="day-presets">
        {PRESETS.map((preset) => {
          const days = presetDays(preset, now)
          const isPressed = value === days
          return (
            <button
              key={preset}
              type="button"
              className="view-button"
              aria-pressed={isPressed}
              onClick={() => onChange(isPressed ? undefined : days)}
            >
              {preset}
            </button>
          )
        })}
      </span>
      {ENDS.map(({ end, name }) => (
        <label key={end}>
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
