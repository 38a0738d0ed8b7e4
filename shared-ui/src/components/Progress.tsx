import { useEffect, useState } from 'react'

/** Work that takes no longer than this, in milliseconds, goes by without a word. */
const PATIENCE = 500
/** Time between two looks at how far it has come, in milliseconds. */
const STEP = 250

const grouped = new Intl.NumberFormat('en', { useGrouping: true })

interface ProgressProps {
  /** What is being done, such as 'Cargando'. */
  label: string
  /** Rows done so far. */
  done?: number | undefined
  /** Rows in all, where that is known. */
  total?: number | undefined
}

/** How far long work has come: 'Cargando 312 000 de 1 000 000'. */
export function Progress({ label, done, total }: ProgressProps) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])

  const numbers = [done !== undefined && spaced(done), total !== undefined && `de ${spaced(total)}`].filter(Boolean)
  return (
    <span className="rows-progress">
      {/* Said once, politely: the numbers change too often to be read out. */}
      <span role="status">{isLong && label}</span>{' '}
      {isLong && (
        <span role="progressbar" aria-label={label} aria-valuetext={[label, ...numbers].join(' ')}>
          {numbers.join(' ')}
        </span>
      )}
    </span>
  )
}

/** How many rows have arrived. It looks for itself: drawing the table with every step would hold up the page. */
export function ArrivalProgress({ rows }: { rows: { readonly count: number } }) {
  const [count, setCount] = useState(rows.count)
  useEffect(() => {
    const timer = setInterval(() => setCount(rows.count), STEP)
    return () => clearInterval(timer)
  }, [rows])
  return <Progress label="Cargando" done={count} />
}

/** Thousands apart, as in '312 000'. */
function spaced(count: number): string {
  return grouped.format(count).replaceAll(',', ' ')
}
