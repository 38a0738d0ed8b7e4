import { collator } from './order-rows'
import type { Facet } from './row-store'
import { sameText } from './same-text'

const MAX_VALUES = 200

type Value = Facet['values'][number]

/** Collects the most frequent values of a column. */
export class FrequentValues {
  private values: Value[] = []
  /** The last of the most frequent values, once there are enough. */
  private last: Value | undefined

  /** Returns whether a value with this count may be among the most frequent ones. */
  accepts(count: number): boolean {
    return count > 0 && (!this.last || count >= this.last.count)
  }

  /** Adds a value; each may be added once. */
  add(text: string, count: number): void {
    const value = { text, count }
    if (!this.accepts(count) || (this.last && compare(value, this.last) > 0)) return
    this.values.push(value)
    if (this.values.length >= 2 * MAX_VALUES) this.keepMostFrequent()
  }

  /**
   * @param requested values to return in any case
   * @param total number of rows with any value
   * @param distinct number of values with rows
   */
  facet(requested: readonly Value[], total: number, distinct = this.values.length): Facet {
    this.keepMostFrequent()
    const listed = new Set(this.values.map(({ text }) => sameText(text)))
    const others = requested.filter(({ text }) => !listed.has(sameText(text)) && listed.add(sameText(text)))
    return { values: [...this.values, ...others], total, distinct }
  }

  private keepMostFrequent(): void {
    this.values = this.values.sort(compare).slice(0, MAX_VALUES)
    this.last = this.values[MAX_VALUES - 1]
  }
}

/** Whether a text stands for another one that is the same (D48): it has more rows, or as many and comes first. */
export function isPreferred(one: Value, other: Value): boolean {
  return one.count === other.count ? one.text < other.text : one.count > other.count
}

function compare(one: Value, other: Value): number {
  return other.count - one.count || collator.compare(one.text, other.text) || (one.text < other.text ? -1 : 1)
}
