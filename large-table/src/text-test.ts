import { calendarDay, dayRange } from './calendar-day'
import type { Condition } from './query'
import { sameText } from './same-text'

/** A condition that only the displayed text of a column decides. */
type TextCondition = Exclude<Condition, { keys: unknown }>

/** Returns a function that tells whether a displayed text meets a condition. */
export function toTextTest(condition: TextCondition): (text: string) => boolean {
  if ('is' in condition || 'isNot' in condition) {
    const isWanted = 'is' in condition
    const other = sameText(isWanted ? condition.is : condition.isNot)
    return (text) => (sameText(text) === other) === isWanted
  }
  if ('hasDay' in condition) return (text) => calendarDay(text) === undefined
  const { from, to } = dayRange(condition)
  return (text) => {
    const day = calendarDay(text)
    return day !== undefined && day >= from && day <= to
  }
}
