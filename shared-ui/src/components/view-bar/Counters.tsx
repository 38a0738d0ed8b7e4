import type { AnyRow } from '@canje/large-table'
import { useRef } from 'react'
import type { Counter, Table } from '../../state/useTable'
import { formatNumber } from '../../view/format'
import { useRovingFocus } from '../useRovingFocus'

/** The number of rows, the declared counts, each with its filter, and the sum of a column. */
export function Counters<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { summary, filters, counters, columns } = table
  const group = useRef<HTMLFieldSetElement>(null)
  const roving = useRovingFocus(group, 'button')
  const facets = columns.filter(({ filter }) => filter === 'values')

  function countOf({ field, text }: Counter): number {
    const values = summary?.facets[facets.findIndex((facet) => facet.field === field)]?.values
    return values?.find((value) => value.text === text)?.count ?? 0
  }

  return (
    <fieldset ref={group} className="counters" aria-label="Totales" {...roving}>
      {summary && (
        <>
          <CounterButton
            count={summary.found}
            label="en total"
            isActive={Object.keys(filters).length === 0}
            onPress={table.removeFilters}
          />
          {counters.map((counter) => {
            const { field, text, label } = counter
            const isActive = filters[field] === text
            return (
              <CounterButton
                key={label}
                count={countOf(counter)}
                label={label}
                isActive={isActive}
                onPress={() => table.filterBy({ [field]: isActive ? undefined : text })}
              />
            )
          })}
          {summary.sum !== undefined && (
            <span className="counter-sum">
              Suma de puntos: <strong>{formatNumber(summary.sum)}</strong>
            </span>
          )}
          {summary.linesNotFound > 0 && (
            <span className="counter-missing">
              {summary.linesNotFound === 1
                ? '1 línea sin resultado'
                : `${formatNumber(summary.linesNotFound)} líneas sin resultado`}
            </span>
          )}
        </>
      )}
    </fieldset>
  )
}

interface CounterButtonProps {
  count: number
  label: string
  isActive: boolean
  onPress: () => void
}

function CounterButton({ count, label, isActive, onPress }: CounterButtonProps) {
  return (
    <button type="button" className="counter" aria-pressed={isActive} onClick={onPress}>
      <strong>{formatNumber(count)}</strong> {label}
    </button>
  )
}
