import { calendarDay } from './calendar-day'
import { displayCell, displayedText } from './cell-display'
import { ExactSum } from './exact-sum'
import { collator } from './order-rows'
import type { AnyRow } from './parse-rows'
import { rowKey } from './row-key'
import type { Group, Grouped, GroupRequest } from './row-store'

/** A group to which rows are added. */
interface OpenGroup extends Omit<Group, 'sums'> {
  count: number
  counts: number[] | undefined
  sums: ExactSum[]
}

/** Groups rows in memory, see `RowStore.groups`. */
export function groupRows(
  rows: readonly AnyRow[],
  { by, unit, key: keyFields, counts, sums }: Omit<GroupRequest, 'query'>,
): Grouped {
  const open = (text: string, key: string | undefined): OpenGroup => ({
    text,
    key,
    count: 0,
    counts: counts?.map(() => 0),
    sums: sums.map(() => new ExactSum()),
  })
  const all = open('', undefined)
  const groups = new Map<string, OpenGroup>()
  for (const row of rows) {
    const value = displayedText(row, by)
    const text = unit === 'month' ? monthText(calendarDay(value)) : value
    const key = keyFields && rowKey(row, keyFields)
    const identity = key ?? text
    const group = groups.get(identity) ?? open(text, key)
    groups.set(identity, group)
    for (const added of [group, all]) {
      added.count++
      counts?.forEach((column, index) => {
        if (added.counts && displayedText(row, column) !== '') added.counts[index] = (added.counts[index] ?? 0) + 1
      })
      for (const [index, column] of sums.entries()) added.sums[index]?.add(displayCell(row, column).value)
    }
  }
  const byText = (one: OpenGroup, other: OpenGroup) =>
    compareTexts(one.text, other.text) || compareTexts(one.key ?? '', other.key ?? '')
  const ordered = [...groups.values()].sort(
    unit === 'month' ? byText : (one, other) => other.count - one.count || byText(one, other),
  )
  return { groups: ordered.map(closed), total: all.count > 0 ? closed(all) : undefined }
}

function closed({ sums, ...group }: OpenGroup): Group {
  return { ...group, sums: sums.map(({ sum }) => sum) }
}

/** Returns the month of a day such as 20251022 as a text such as 2025-10; an empty one without a day. */
export function monthText(day: number | undefined): string {
  if (day === undefined) return ''
  const month = String(Math.floor(day / 100)).padStart(6, '0')
  return `${month.slice(0, 4)}-${month.slice(4)}`
}

/** Compares texts as the collator does, which is slow: letters or numbers where they first differ decide without it. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  let at = 0
  while (one.charCodeAt(at) === other.charCodeAt(at)) at++
  return (
    compareLetters(one, other, at) ||
    compareDigits(one, other, at) ||
    collator.compare(one, other) ||
    (one < other ? -1 : 1)
  )
}

function compareLetters(one: string, other: string, at: number): number {
  const letter = letterAt(one, at)
  const otherLetter = letterAt(other, at)
  return letter > 0 && otherLetter > 0 ? letter - otherLetter : 0
}

/** Returns the place of an ASCII letter in the alphabet; 0 for another character. */
function letterAt(text: string, at: number): number {
  const place = (text.charCodeAt(at) | 32) - 96
  return place <= 26 ? Math.max(place, 0) : 0
}

/** Compares the numbers in which texts first differ; returns 0 if the collator has to. */
function compareDigits(one: string, other: string, at: number): number {
  let start = at
  while (isDigit(one.charCodeAt(start - 1))) start--
  const digits = digitsFrom(one, start)
  const otherDigits = digitsFrom(other, start)
  if (digits === 0 || otherDigits === 0) return 0
  return digits - otherDigits || (at < start + digits ? one.charCodeAt(at) - other.charCodeAt(at) : 0)
}

/** Counts the digits of a number that the collator reads in the same way; 0 for another one. */
function digitsFrom(text: string, start: number): number {
  let end = start
  while (isDigit(text.charCodeAt(end))) end++
  // Without leading zeros; there are other digits than those of ASCII; ICU reads 254 digits as one number.
  return text[start] === '0' || text.charCodeAt(end) > 127 || end - start > 254 ? 0 : end - start
}

const isDigit = (code: number) => code >= 48 && code <= 57
