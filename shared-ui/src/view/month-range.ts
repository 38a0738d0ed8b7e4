import { isoDay, parseDayRange } from './day-range'

/** Returns the text of the range of a month such as 2025-02: `2025-02-01..2025-02-28`. */
export function monthRange(month: string): string {
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return `${month}-01..${isoDay(last)}`
}

const monthFormat = new Intl.DateTimeFormat('es-CO', { month: 'long', timeZone: 'UTC' })

/** Names the days of a range: 'mayo 2025', '2025-05-02 a 2025-05-30', 'desde 2025-05-02'. */
export function dayRangeText(days: string): string {
  const { from, to } = parseDayRange(days)
  if (from === to) return from
  if (from === '') return `hasta ${to}`
  if (to === '') return `desde ${from}`
  const month = from.slice(0, 7)
  if (monthRange(month) !== days) return `${from} a ${to}`
  return `${monthFormat.format(new Date(`${month}-01T00:00:00Z`))} ${month.slice(0, 4)}`
}

/** Returns the days that two ranges have in common. */
export function commonDays(one: string, other: string): string {
  const ranges = [parseDayRange(one), parseDayRange(other)]
  const [, from = ''] = ranges.map(({ from }) => from).sort()
  const [to = ''] = ranges.flatMap(({ to }) => to || []).sort()
  return `${from}..${to}`
}
