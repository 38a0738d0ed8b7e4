import type { AnyRow, Sum } from '@canje/large-table'
import type { Table } from '../../state/useTable'
import { formatNumber, notNumbersText } from '../../view/format'

/** What rows are: the singular and the plural, masculine. */
export type Noun = readonly [one: string, other: string]

interface CountersProps<R extends AnyRow> {
  table: Table<R>
  noun: Noun | undefined
  /** Behind the number of rows that the server has filtered. */
  filtered: string
}

/** The number of all rows, that of the rows found, and the sum of a column. */
export function Counters<R extends AnyRow>({ table: { rows, view, actions }, noun, filtered }: CountersProps<R>) {
  const { summary, found } = rows
  const total = summary?.total ?? rows.total ?? 0
  const isFiltered = view.serverFilter !== undefined
  const totalText = `${formatNumber(total)} ${nounText(noun, total)}en total${isFiltered ? ` ${filtered}` : ''}`

  return (
    <fieldset className="line counters" aria-label="Totales">
      {/* A pasted list has counts of its own. */}
      {found !== undefined && rows.complete === rows.all && (
        <span className="found">{`${formatNumber(found)} ${foundText(noun, found)}`}</span>
      )}
      {summary && found === undefined && <span>{totalText}</span>}
      {summary && found !== undefined && (
        <button
          type="button"
          className="p-button p-button-outlined"
          title="Quitar búsqueda y filtros"
          onClick={actions.showTotal}
        >
          {totalText}
        </button>
      )}
      {summary?.sum && <PointSum key={String(found === undefined)} sum={summary.sum} found={found} noun={noun} />}
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
function foundText(noun: Noun | undefined, count: number): string {
  return `${nounText(noun, count)}${count === 1 ? 'encontrado' : 'encontrados'}`
}

/** What the rows are, with a space behind it; empty where nothing else is counted. */
function nounText(noun: Noun | undefined, count: number): string {
  return noun ? `${noun[count === 1 ? 0 : 1]} ` : ''
}
