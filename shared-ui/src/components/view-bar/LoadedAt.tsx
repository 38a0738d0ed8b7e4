const format = new Intl.DateTimeFormat('es-CO', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The age of the rows: 'Datos de las 10:42', by the clock of the browser. */
export function LoadedAt({ time }: { time: Date }) {
  return (
    <span className="loaded-at">
      Datos de las <time dateTime={time.toISOString()}>{format.format(time)}</time>
    </span>
  )
}
