/** The campaign's time zone, in which the server writes its dates (D7). */
const TIME_ZONE = 'America/Bogota'

/** Calendar days as YYYY-MM-DD, both included; an empty one is open. */
export interface DayRange {
  from: string
  to: string
}

/** The ranges offered for a column of dates. */
export const PRESETS = ['hoy', '7 días', 'último mes'] as const

/**
 * Returns the days of a preset, up to today in the campaign's time zone. On 22 November, 'último mes' is 22 October to
 * 22 November, and '7 días' is 15 to 22 November.
 *
 * @param now a point in time
 */
export function presetRange(preset: (typeof PRESETS)[number], now: Date): DayRange {
  const to = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(now)
  if (preset === 'hoy') return { from: to, to }
  return { from: preset === '7 días' ? daysBefore(to, 7) : monthBefore(to), to }
}

/** Returns the text of the range of a month such as 2025-02: `2025-02-01..2025-02-28`. */
export function monthRange(month: string): string {
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return formatDayRange({ from: `${month}-01`, to: isoDay(last) })
}

/** Writes a range as one text: `2025-10-22..2025-11-22`. */
export function formatDayRange({ from, to }: DayRange): string {
  return `${from}..${to}`
}

/** Reads a range from its text; days that do not exist are open. */
export function parseDayRange(text: string): DayRange {
  const [from = '', to = ''] = text.split('..')
  return { from: isDay(from) ? from : '', to: isDay(to) ? to : '' }
}

/** True for the text of a range with at least one day, and no invalid one. */
export function isDayRange(text: string): boolean {
  const days = text.split('..')
  return days.length === 2 && days.some(isDay) && days.every((day) => day === '' || isDay(day))
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isoDay(new Date(`${text}T00:00:00Z`)) === text
}

function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - count)
  return isoDay(date)
}

/** The same day of the month before, or its last day. */
function monthBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const dayOfMonth = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - 1)
  // 31 March minus a month is 3 March for `Date`; day 0 is the last one of the month before.
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0)
  return isoDay(date)
}

/** @returns an empty text for an invalid date */
function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}
