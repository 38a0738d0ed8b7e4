import { calendarDay } from './calendar-day'

const DATE = /^\d{4}-\d{2}-\d{2}(?:[ T]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))?$/
/** Excel counts days from here, for dates from 1900-03-01 on: it takes 1900 for a leap year. */
const DAY_0 = Date.UTC(1899, 11, 30)
const FIRST_DAY = 1900_03_01
const MS_PER_DAY = 86_400_000

/**
 * Returns a date as Excel's number of days, for a text such as `2025-11-22` or `2025-11-22 10:31:00`, without a time zone
 * (D7, no time zones); undefined for any other text, and for a day that Excel does not have.
 */
export function excelDate(text: string): { days: number; hasTime: boolean } | undefined {
  const [isDate, time] = DATE.exec(text) ?? []
  const day = isDate && calendarDay(text)
  if (!day || day < FIRST_DAY) return undefined
  const days = (Date.parse(`${text.slice(0, 10)}T${time ?? '00:00:00'}Z`) - DAY_0) / MS_PER_DAY
  return { days, hasTime: time !== undefined }
}
