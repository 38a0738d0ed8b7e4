import { formatTime, timeArticle } from '../../rows/campaign-time'

/** The age of data: 'Datos de las 10:42', by the clock of the campaign (D49, clock times). */
export function LoadedAt({ time }: { time: Date | undefined }) {
  return (
    <>
      <span className="loaded-at-label">Datos de {timeArticle(time)}</span>{' '}
      {time ? <time dateTime={time.toISOString()}>{formatTime(time)}</time> : <span>00:00</span>}
    </>
  )
}
