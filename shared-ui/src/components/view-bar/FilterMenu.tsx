import type { AnyRow, Facet } from '@canje/large-table'
import { useId } from 'react'
import type { ColumnOptions } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { formatDayRange, isDayRange, PRESETS, parseDayRange, presetRange } from '../../view/day-range'
import { formatNumber } from '../../view/format'
import { EMPTY_TEXT } from './Chips'
import { Popup } from './Popup'

/** The filters that the tab's columns declare. */
export function FilterMenu<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { columns, filters, summary, filterBy } = table
  const filtered = columns.filter(({ filter }) => filter !== undefined)
  const facets = columns.filter(({ filter }) => filter === 'values')
  if (filtered.length === 0) return null

  return (
    <Popup label="Filtro" icon="pi pi-filter">
      {filtered.map((column) => {
        const { field, header, filter } = column
        const setFilter = (value: string | undefined) => filterBy({ [field]: value })
        if (filter === 'dates')
          return <DayFilter key={field} header={header} value={filters[field]} onChange={setFilter} />
        const facet = summary?.facets[facets.indexOf(column)]
        return (
          <ValueFilter
            key={field}
            header={header}
            facet={facet}
            others={column.others}
            value={filters[field]}
            onChange={setFilter}
          />
        )
      })}
    </Popup>
  )
}

interface FilterProps {
  header: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Value of the option that removes the filter; no displayed text has a line break at its start. */
const ANY = '\n'

interface ValueFilterProps extends FilterProps {
  facet: Facet | undefined
  others: ColumnOptions['others']
}

function ValueFilter({ header, facet, others, value, onChange }: ValueFilterProps) {
  const id = useId()
  const values = [...otherValues(facet, others), ...(facet?.values ?? []).filter(({ count }) => count > 0)]
  // The active value may have no rows under the other filters.
  const isListed = value === undefined || values.some(({ text }) => text === value)
  return (
    <span className="value-filter">
      <label htmlFor={id}>{header}</label>
      <select
        id={id}
        className="p-inputtext"
        value={value ?? ANY}
        onChange={({ target }) => onChange(target.value === ANY ? undefined : target.value)}
      >
        <option value={ANY}>Todos</option>
        {!isListed && <option value={value}>{`${value || EMPTY_TEXT} (0)`}</option>}
        {values.map(({ text, count }) => (
          <option key={text} value={text}>{`${text || EMPTY_TEXT} (${formatNumber(count)})`}</option>
        ))}
      </select>
    </span>
  )
}

function otherValues(facet: Facet | undefined, others: ColumnOptions['others']): Facet['values'] {
  if (!facet || !others) return []
  const excluded = facet.values.find(({ text }) => text === others.than)
  return [{ text: others.label, count: facet.total - (excluded?.count ?? 0) }]
}

function DayFilter({ header, value, onChange }: FilterProps) {
  const range = parseDayRange(value ?? '')
  function setDays(days: Partial<typeof range>) {
    const chosen = formatDayRange({ ...range, ...days })
    onChange(isDayRange(chosen) ? chosen : undefined)
  }

  return (
    <fieldset>
      <legend>{header}</legend>
      <span className="day-presets">
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className="view-button"
            onClick={() => onChange(formatDayRange(presetRange(preset, new Date())))}
          >
            {preset}
          </button>
        ))}
      </span>
      <label>
        Desde
        <input
          type="date"
          className="p-inputtext"
          max="9999-12-31"
          value={range.from}
          onChange={({ target }) => setDays({ from: target.value })}
        />
      </label>
      <label>
        Hasta
        <input
          type="date"
          className="p-inputtext"
          max="9999-12-31"
          value={range.to}
          onChange={({ target }) => setDays({ to: target.value })}
        />
      </label>
    </fieldset>
  )
}
