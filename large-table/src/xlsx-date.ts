import { calendarDay } from './calendar-day'

const DATE = /^\d{4}-\d{2}-\d{2}(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/
/** Excel counts days from here, for dates from 1900-03-01 on: it takes 1900 for a leap year. */
const DAY_0 = Date.UTC(1899, 11, 30)
const FIRST_DAY = 1900_03_01
const MS_PER_DAY = 86_400_000

/**
 * Returns a date as Excel's number of days, for a text such as `2025-11-22` or `2025-11-22 10:31:00`, without a time zone
 * (D7, no time zones); undefined for any other text, and for a day that Excel does not have.
 */
export function excelDate(text: string): { days: number; hasTime: boolean } | undefined {
  const [isDate, hour, minute, second] = DATE.exec(text) ?? []
  const day = isDate && calendarDay(text)
  if (!day || day < FIRST_DAY) return undefined
  const hasTime = hour !== undefined
  if (hasTime && (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)) return undefined
  const time = Date.parse(`${text.slice(0, 10)}T${hasTime ? text.slice(11) : '00:00:00'}Z`)
  return { days: (time - DAY_0) / MS_PER_DAY, hasTime }
}
