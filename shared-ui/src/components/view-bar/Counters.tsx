import { type AnyRow, isSameText, type Sum } from '@canje/large-table'
import type { CSSProperties } from 'react'
import type { Table } from '../../state/useTable'
import { formatNumber, notNumbersText } from '../../view/format'
import { useRovingFocus } from '../useRovingFocus'

/** What rows are: the singular and the plural, masculine. */
export type Noun = readonly [one: string, other: string]

interface CountersProps<R extends AnyRow> {
  table: Table<R>
  noun: Noun | undefined
  /** Behind the number of rows that the server has filtered. */
  filtered: string
}

/** The number of all rows, the declared counts, each with its filter, and the sum of a column. */
export function Counters<R extends AnyRow>({ table: { rows, view, actions }, noun, filtered }: CountersProps<R>) {
  const { summary, found } = rows
  const { filters, serverFilter } = view
  const total = summary?.total ?? rows.total ?? 0
  const roving = useRovingFocus<HTMLFieldSetElement>('button')

  return (
    <fieldset className="counters" aria-label="Totales" style={digitsOf(total)} {...roving}>
      {summary && (
        <>
          <CounterButton
            count={total}
            label={`${nounText(noun, total)}${serverFilter === undefined ? 'en total' : `en total ${filtered}`}`}
            isActive={found === undefined}
            onPress={actions.showTotal}
          />
          {summary.counters.map(({ field, text, label, count }) => {
            const isActive = isSameText(filters[field] ?? '', text)
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
          {summary.sum && <PointSum key={String(found === undefined)} sum={summary.sum} found={found} noun={noun} />}
        </>
      )}
    </fieldset>
  )
}

interface PointSumProps {
  sum: Sum
  /** The number of rows that are added up; undefined for all. */
  found: number | undefined
  noun: Noun | undefined
}

/** The sum of points. It names its rows, which are not those of the total beside it while a search or filters narrow them. */
function PointSum({ sum: { total, notNumbers }, found, noun }: PointSumProps) {
  const points = <strong>{formatNumber(total)}</strong>
  const unit = total === 1 ? 'punto' : 'puntos'
  return (
    <span className="counter-sum">
      {found === undefined ? (
        <span>Suma de puntos: {points}</span>
      ) : (
        <span>
          {points} {`${unit} ${found === 1 ? 'del' : 'de los'} ${foundText(noun, found)}`}
        </span>
      )}
      {notNumbers > 0 && <span>{` (${notNumbersText(notNumbers)})`}</span>}
    </span>
  )
}

/** The name of rows that search and filters have found: 'encontrados', 'grupo encontrado'. */
export function foundText(noun: Noun | undefined, count: number): string {
  return `${nounText(noun, count)}${count === 1 ? 'encontrado' : 'encontrados'}`
}

/** The width that counts of up to `total` reserve, for the theme. */
export function digitsOf(total: number): CSSProperties {
  return { '--count-digits': formatNumber(total).length } as CSSProperties
}

/** What the rows are, with a space behind it; empty where nothing else is counted. */
function nounText(noun: Noun | undefined, count: number): string {
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
