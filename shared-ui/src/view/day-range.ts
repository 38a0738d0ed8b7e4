import { campaignTime } from '../rows/campaign-time'

/** Calendar days as YYYY-MM-DD, both included; an empty one is open. */
export interface DayRange {
  from: string
  to: string
}

/** The ranges offered for a column of dates. */
export const PRESETS = ['Hoy', 'Últimos 7 días', 'Este mes', 'Mes pasado'] as const

/**
 * Returns the days of a preset in the campaign's time zone, up to today. On 22 November, 'Últimos 7 días' is 16 to 22
 * November, 'Este mes' is 1 to 22 November, and 'Mes pasado' is the whole of October.
 *
 * @param now a point in time
 */
export function presetRange(preset: (typeof PRESETS)[number], now: Date): DayRange {
  const today = campaignTime(now).slice(0, 10)
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (preset) {
    case 'Hoy':
      return { from: today, to: today }
    case 'Últimos 7 días':
      return { from: daysBefore(today, 6), to: today }
    case 'Este mes':
      return { from: firstOfMonth, to: today }
    case 'Mes pasado': {
      const to = daysBefore(firstOfMonth, 1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
  }
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

/** Returns the day of a date in UTC as YYYY-MM-DD; an empty text for an invalid date. */
export function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}
