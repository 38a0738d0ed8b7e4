import { campaignTime } from '../rows/campaign-time'

/** The ranges offered for a column of dates. */
export const PRESETS = ['Hoy', 'Últimos 7 días', 'Este mes', 'Mes pasado'] as const

/**
 * Returns the days of a preset in the campaign's time zone, up to today, as a text such as `2025-10-22..2025-11-22`, both
 * included. On 22 November, 'Últimos 7 días' is 16 to 22 November, 'Este mes' is 1 to 22 November, and 'Mes pasado' is the
 * whole of October.
 *
 * @param now a point in time
 */
export function presetDays(preset: (typeof PRESETS)[number], now: Date): string {
  const today = campaignTime(now).slice(0, 10)
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (preset) {
    case 'Hoy':
      return `${today}..${today}`
    case 'Últimos 7 días':
      return `${daysBefore(today, 6)}..${today}`
    case 'Este mes':
      return `${firstOfMonth}..${today}`
    case 'Mes pasado': {
      const to = daysBefore(firstOfMonth, 1)
      return `${to.slice(0, 8)}01..${to}`
    }
  }
}

/** Reads the ends of a range from its text; an empty end is open, and so is a day that does not exist. */
export function parseDayRange(text: string): { from: string; to: string } {
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
