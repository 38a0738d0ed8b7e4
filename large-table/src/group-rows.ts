import { calendarDay } from './calendar-day'
import { displayCell, displayedText } from './cell-display'
import { ExactSum } from './exact-sum'
import { collator } from './order-rows'
import type { AnyRow } from './parse-rows'
import { rowKey } from './row-key'
import type { Group, GroupRequest } from './row-store'

/** Groups rows in memory, see `RowStore.groups`. */
export function groupRows(
  rows: readonly AnyRow[],
  { by, unit, key: keyFields, counts, sums }: Omit<GroupRequest, 'query'>,
): Group[] {
  const groups = new Map<string, Omit<Group, 'counts' | 'sums'> & { counts: number[] | undefined; sums: ExactSum[] }>()
  for (const row of rows) {
    const value = by ? displayedText(row, by) : ''
    const text = unit === 'month' ? monthText(calendarDay(value)) : value
    const key = keyFields && rowKey(row, keyFields)
    const identity = key ?? text
    const group = groups.get(identity) ?? {
      text,
      key,
      count: 0,
      counts: counts?.map(() => 0),
      sums: sums.map(() => new ExactSum()),
    }
    groups.set(identity, group)
    group.count++
    counts?.forEach((column, index) => {
      if (group.counts && displayedText(row, column) !== '') group.counts[index] = (group.counts[index] ?? 0) + 1
    })
    for (const [index, column] of sums.entries()) group.sums[index]?.add(displayCell(row, column).value)
  }
  const summed = Array.from(groups.values(), (group) => ({ ...group, sums: group.sums.map(({ sum }) => sum) }))
  return orderGroups(summed, unit)
}

/** Returns the month of a day such as 20251022 as a text such as 2025-10; an empty one without a day. */
export function monthText(day: number | undefined): string {
  if (day === undefined) return ''
  const month = String(Math.floor(day / 100)).padStart(6, '0')
  return `${month.slice(0, 4)}-${month.slice(4)}`
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return collator.compare(one, other) || (one < other ? -1 : 1)
}

/** Sorts groups in place: months in the order of time, others by their number of rows. */
export function orderGroups(groups: Group[], unit: GroupRequest['unit']): Group[] {
  const byText = (one: Group, other: Group) =>
    compareTexts(one.text, other.text) || compareTexts(one.key ?? '', other.key ?? '')
  return groups.sort(unit === 'month' ? byText : (one, other) => other.count - one.count || byText(one, other))
}
