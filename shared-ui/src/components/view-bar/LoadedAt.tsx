const format = new Intl.DateTimeFormat('es-CO', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The age of the rows: 'Datos de las 10:42', by the clock of the browser. Its place is reserved while they load. */
export function LoadedAt({ time }: { time: Date | undefined }) {
  return (
    <span className="loaded-at" style={{ visibility: time ? 'visible' : 'hidden' }}>
      Datos de las {time ? <time dateTime={time.toISOString()}>{format.format(time)}</time> : '00:00'}
    </span>
  )
}
