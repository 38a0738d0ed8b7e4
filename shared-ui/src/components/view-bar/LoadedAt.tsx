import { formatTime } from '../../view/format'

/** The age of the rows: 'Datos de las 10:42', by the clock of the browser. Its place is reserved while they load. */
export function LoadedAt({ time }: { time: Date | undefined }) {
  return (
    <span className="loaded-at" style={{ visibility: time ? 'visible' : 'hidden' }}>
      Datos de las {time ? <time dateTime={time.toISOString()}>{formatTime(time)}</time> : '00:00'}
    </span>
  )
}
