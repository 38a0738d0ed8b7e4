const DAY = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Calendar days as numbers such as 20251122, both included. */
export interface DayRange {
  from: number
  to: number
}

/** Returns the day at the start of a text as a number such as 20251122; undefined if there is no valid date. */
export function calendarDay(text: string): number | undefined {
  const [, year, month, day] = DAY.exec(text) ?? []
  return year === undefined ? undefined : validDay(Number(year), Number(month), Number(day))
}

/** As {@link calendarDay}, for the parts of a date. */
export function validDay(year: number, month: number, day: number): number | undefined {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = month === 2 && isLeapYear ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0)
  return day >= 1 && day <= last ? 10_000 * year + 100 * month + day : undefined
}

/** Parses the bounds of a condition: an empty one is open; nothing is within an invalid one. */
export function dayRange({ from, to }: { from: string; to: string }): DayRange {
  return { from: bound(from, -Infinity), to: bound(to, Infinity) }
}

function bound(text: string, open: number): number {
  return text === '' ? open : (calendarDay(text) ?? Number.NaN)
}
