import { calendarDay } from './calendar-day'
import { cellText, displayCell, displayedText } from './cell-display'
import { ExactSum } from './exact-sum'
import { orderRows } from './order-rows'
import type { AnyRow, Cell } from './parse-rows'
import { rowKey } from './row-key'
import type { Group, Grouped, GroupRequest } from './row-store'
import { sameText } from './same-text'

/** A group to which rows are added. */
interface OpenGroup extends Omit<Group, 'sums'> {
  /** The displayed cell of its first row. */
  cell: Cell
  count: number
  counts: number[] | undefined
  sums: ExactSum[]
}

/** Groups rows in memory, see `RowStore.groups`. */
export function groupRows(
  rows: readonly AnyRow[],
  { by, unit, key: keyFields, counts, sums }: Omit<GroupRequest, 'query'>,
): Grouped {
  const open = (cell: Cell, text: string, key: string | undefined): OpenGroup => ({
    cell,
    text,
    key,
    count: 0,
    counts: counts?.map(() => 0),
    sums: sums.map(() => new ExactSum()),
  })
  const total = open(null, '', undefined)
  const groups = new Map<string, OpenGroup>()
  for (const row of rows) {
    const cell = displayCell(row, by).value
    const text = unit === 'month' ? monthText(calendarDay(cellText(cell))) : cellText(cell)
    const key = keyFields && rowKey(row, keyFields)
    const identity = key ?? sameText(text)
    const group = groups.get(identity) ?? open(cell, text, key)
    groups.set(identity, group)
    for (const added of [group, total]) {
      added.count++
      counts?.forEach((column, index) => {
        if (added.counts && displayedText(row, column) !== '') added.counts[index] = (added.counts[index] ?? 0) + 1
      })
      for (const [index, column] of sums.entries()) added.sums[index]?.add(displayCell(row, column).value)
    }
  }
  const all = [...groups.values()]
  const ordered =
    unit === 'month'
      ? all.sort((one, other) => (one.text < other.text ? -1 : 1))
      : orderRows(all, ({ cell }) => cell, 1).sort((one, other) => other.count - one.count)
  return { groups: ordered.map(closed), total: total.count > 0 ? closed(total) : undefined }
}

function closed({ cell: _cell, sums, ...group }: OpenGroup): Group {
  return { ...group, sums: sums.map(({ sum }) => sum) }
}

/** Returns the month of a day such as 20251022 as a text such as 2025-10; an empty one without a day. */
export function monthText(day: number | undefined): string {
  if (day === undefined) return ''
  const month = String(Math.floor(day / 100)).padStart(6, '0')
  return `${month.slice(0, 4)}-${month.slice(4)}`
}
