const numberFormat = new Intl.NumberFormat('es-CO')

const timeFormat = new Intl.DateTimeFormat('es-CO', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** A time of the day: '10:42', by the clock of the browser. */
export function formatTime(time: Date): string {
  return timeFormat.format(time)
}

/** A number as the staff write it: '10.000'. */
export function formatNumber(value: number): string {
  return numberFormat.format(value)
}
