import type { Group, Grouped } from '@canje/large-table'
import { type Grouping, valuesOf } from '../state/grouping'
import { datesOf } from '../state/period'
import { formatNumber, notNumbersText } from '../view/format'

interface GroupNotesProps {
  grouping: Grouping
  /** Undefined while the rows are grouped for the first time. */
  grouped: Grouped | undefined
  onFilter: (group: Group) => void
}

/** What the groups do not show: rows that are in none, rows without a date, cells that are in no sum. */
export function GroupNotes({ grouping, grouped, onFilter }: GroupNotesProps) {
  const { unplaced, undated = 0, total } = grouped ?? {}
  const isMonth = grouping.unit === 'month'
  const leftOut = total?.figures.reduce((count, { notNumbers }) => count + notNumbers, 0) ?? 0
  return (
    // Keeps its line without a text, so that the table does not move.
    <p className="line summary-note">
      {unplaced && (
        <button type="button" className="detail-link" onClick={() => onFilter(unplaced)}>
          {`${rowsText(unplaced.count)} sin ${isMonth ? 'fecha' : lowerFirst(grouping.label)}${figuresText(grouping, unplaced)}`}
        </button>
      )}
      {undated > 0 && (
        <span>{`${rowsText(undated)} sin fecha${datesOf([grouping]).length > 1 ? ' en alguna cifra' : ''}`}</span>
      )}
      {leftOut > 0 && <span>{notNumbersText(leftOut)}</span>}
    </p>
  )
}

function rowsText(count: number): string {
  return count === 1 ? '1 fila' : `${formatNumber(count)} filas`
}

/** The figures of rows that are in no group, as the total has them: those that are not zero and have a date of their own. */
function figuresText(grouping: Grouping, group: Group): string {
  const texts = valuesOf(grouping, group)
    .filter(({ figure, value }) => figure.dates && Number(value) !== 0)
    .map(({ figure, value }) => `${figure.header}: ${formatNumber(value)}`)
  return texts.length > 0 ? ` (${texts.join(', ')})` : ''
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
