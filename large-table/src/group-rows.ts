import { calendarDay } from './calendar-day'
import { displayCell, displayedText } from './cell-display'
import { numberOfCell } from './numeric-text'
import { collator } from './order-rows'
import type { AnyRow } from './parse-rows'
import type { Group, GroupRequest } from './row-store'

/** Groups rows in memory, see `RowStore.groups`. */
export function groupRows(rows: readonly AnyRow[], { by, unit, sums }: Omit<GroupRequest, 'query'>): Group[] {
  const groups = new Map<string, { text: string; count: number; sums: number[] }>()
  for (const row of rows) {
    const value = displayedText(row, by)
    const text = unit === 'month' ? monthText(calendarDay(value)) : value
    const group = groups.get(text) ?? { text, count: 0, sums: sums.map(() => 0) }
    groups.set(text, group)
    group.count++
    sums.forEach((column, index) => {
      group.sums[index] = (group.sums[index] ?? 0) + (numberOfCell(displayCell(row, column).value) ?? 0)
    })
  }
  return orderGroups([...groups.values()], unit)
}

/** Returns the month of a day such as 20251022 as a text such as 2025-10; an empty one without a day. */
export function monthText(day: number | undefined): string {
  if (day === undefined) return ''
  const month = String(Math.floor(day / 100)).padStart(6, '0')
  return `${month.slice(0, 4)}-${month.slice(4)}`
}

/** Sorts groups in place: months in the order of time, others by their number of rows. */
export function orderGroups(groups: Group[], unit: GroupRequest['unit']): Group[] {
  const byText = (one: Group, other: Group) =>
    collator.compare(one.text, other.text) || (one.text < other.text ? -1 : 1)
  return groups.sort(unit === 'month' ? byText : (one, other) => other.count - one.count || byText(one, other))
}
