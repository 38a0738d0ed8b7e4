import type { AnyRow } from '@canje/large-table'
import { type CSSProperties, useRef } from 'react'
import type { Table } from '../../state/useTable'
import { formatNumber, notNumbersText } from '../../view/format'
import { useRovingFocus } from '../useRovingFocus'

/** What rows are: the singular and the plural, masculine. */
export type Noun = readonly [one: string, other: string]

interface CountersProps<R extends AnyRow> extends Pick<Table<R>, 'rows' | 'view' | 'actions'> {
  noun: Noun | undefined
  /** Behind the number of rows that the server has filtered. */
  filtered: string
}

/** The number of all rows, the declared counts, each with its filter, and the sum of a column. */
export function Counters<R extends AnyRow>({ rows, view, actions, noun, filtered }: CountersProps<R>) {
  const { summary, total = 0, found } = rows
  const { filters, serverFilter } = view
  const group = useRef<HTMLFieldSetElement>(null)
  const roving = useRovingFocus(group, 'button')

  return (
    <fieldset ref={group} className="counters" aria-label="Totales" style={digitsOf(total)} {...roving}>
      {summary && (
        <>
          <CounterButton
            count={total}
            label={`${nounText(noun, total)}${serverFilter === undefined ? 'en total' : `en total ${filtered}`}`}
            isActive={found === undefined && serverFilter === undefined}
            onPress={actions.showAll}
          />
          {summary.counters.map(({ field, text, label, count }) => {
            const isActive = filters[field] === text
            return (
              <CounterButton
                key={`${field} ${text}`}
                count={count}
                label={label(count)}
                isActive={isActive}
                onPress={() => actions.filterBy({ [field]: isActive ? undefined : text })}
              />
            )
          })}
          {summary.sum && (
            <span className="counter-sum">
              Suma de puntos: <strong>{formatNumber(summary.sum.total)}</strong>
              {summary.sum.notNumbers > 0 && <span>{` (${notNumbersText(summary.sum.notNumbers)})`}</span>}
            </span>
          )}
        </>
      )}
    </fieldset>
  )
}

/** The width that counts of up to `total` reserve, for the theme. */
export function digitsOf(total: number): CSSProperties {
  return { '--count-digits': formatNumber(total).length } as CSSProperties
}

/** What the rows are, with a space behind it; empty where nothing else is counted. */
export function nounText(noun: Noun | undefined, count: number): string {
  return noun ? `${noun[count === 1 ? 0 : 1]} ` : ''
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
