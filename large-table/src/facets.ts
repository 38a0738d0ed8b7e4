import { collator } from './order-rows'
import { RowMatcher } from './row-matcher'
import type { Facet } from './row-store'
import { sameText } from './same-text'
import { searchableText } from './search-text'

const MAX_VALUES = 200

type Value = Facet['values'][number]

/** The texts of a column with their numbers of rows. Texts that are the same are one value (D48, comparing texts). */
export class ValueCounts {
  /** By the text as it is compared. `own` is the number of rows with the text that stands for the value. */
  private readonly values = new Map<string, { text: string; count: number; own: number }>()

  /** Adds a text, once, with its number of rows. */
  add(text: string, count: number): void {
    const same = sameText(text)
    const known = this.values.get(same)
    if (!known) {
      this.values.set(same, { text, count, own: count })
      return
    }
    known.count += count
    // The text with most rows stands for the others; of several, the first one.
    if (known.own === count ? known.text < text : known.own > count) return
    known.text = text
    known.own = count
  }

  /**
   * @param search selects values
   * @param texts those to return in any case
   */
  facet(search: string, texts: readonly string[]): Facet {
    const matcher = new RowMatcher(search)
    let listed: Value[] = []
    /** The last of the most frequent values, once there are enough. */
    let last: Value | undefined
    let total = 0
    let distinct = 0
    for (const { text, count } of this.values.values()) {
      if (!matcher.isBlank && !matcher.matches(searchableText(text))) continue
      total += count
      distinct++
      const value = { text, count }
      if (last && compare(value, last) > 0) continue
      listed.push(value)
      if (listed.length < 2 * MAX_VALUES) continue
      listed = mostFrequent(listed)
      last = listed[MAX_VALUES - 1]
    }
    return { values: this.withTexts(mostFrequent(listed), texts), total, distinct }
  }

  private withTexts(listed: readonly Value[], texts: readonly string[]): Value[] {
    const known = new Set(listed.map(({ text }) => sameText(text)))
    const others = texts.filter((text) => !known.has(sameText(text)) && known.add(sameText(text)))
    return [...listed, ...others.map((text) => ({ text, count: this.values.get(sameText(text))?.count ?? 0 }))]
  }
}

function mostFrequent(values: Value[]): Value[] {
  return values.sort(compare).slice(0, MAX_VALUES)
}

function compare(one: Value, other: Value): number {
  return other.count - one.count || collator.compare(one.text, other.text) || (one.text < other.text ? -1 : 1)
}
