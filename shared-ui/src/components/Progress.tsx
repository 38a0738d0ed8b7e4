import { useWait } from '../state/useWait'
import { formatNumber } from '../view/format'

/** Time before the progress shows by default, in milliseconds. */
const DELAY_MS = 500

interface ProgressProps {
  /** The operation, such as 'Cargando'. */
  label: string
  /** Rows done so far. */
  done?: number | undefined
  /** Total rows, if known. */
  total?: number | undefined
  /** Time before it shows, in milliseconds: short for an operation that reports only when it takes long. */
  delayMs?: number
}

/** The progress of a long operation: 'Cargando 312.000 de 1.000.000'. */
export function Progress({ label, done, total, delayMs = DELAY_MS }: ProgressProps) {
  const isLong = useWait(label, delayMs) !== 'short'
  const numbers = [done !== undefined && formatNumber(done), total !== undefined && `de ${formatNumber(total)}`].filter(
    Boolean,
  )
  return (
    <span className="rows-progress">
      {/* Announces only the label: the numbers change too often for a screen reader. */}
      <span role="status">{isLong && label}</span>{' '}
      {isLong && (
        <span role="progressbar" aria-label={label} aria-valuetext={[label, ...numbers].join(' ')}>
          {numbers.join(' ')}
        </span>
      )}
    </span>
  )
}

interface ArrivalProgressProps {
  count: number
  /** A search or filter shows only some of them. */
  isSearching: boolean
}

/** The number of rows received so far. */
export function ArrivalProgress({ count, isSearching }: ArrivalProgressProps) {
  if (isSearching) return <span>Buscando en las {formatNumber(count)} filas recibidas…</span>
  return <Progress label="Cargando" done={count} />
}
