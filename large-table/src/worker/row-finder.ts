import type { RowMatcher } from '../row-matcher'
import { type SearchBlock, searchTextOf } from './search-index'

/** Alternatives of one regular expression: with 2,000 of them it is twenty times slower than with 1,000. */
const MAX_ALTERNATIVES = 500

/** Returns where one of some words occurs next in a text: any place within it, or -1. */
type FindNext = (text: string, from: number) => number

/** Finds the rows that match a search: it looks for the longest words, and checks only the rows that have one. */
export class RowFinder {
  private readonly finders: readonly FindNext[]

  constructor(private readonly matcher: RowMatcher) {
    const words = matcher.longestWords
    this.finders = Array.from({ length: Math.ceil(words.length / MAX_ALTERNATIVES) }, (_, group) =>
      finderOf(words.slice(group * MAX_ALTERNATIVES, (group + 1) * MAX_ALTERNATIVES)),
    )
  }

  /** Calls a function with the index of each row of a block that matches, maybe repeatedly. */
  find(block: SearchBlock, onMatch: (row: number) => void): void {
    const { matcher } = this
    const { text, ends } = block
    const { isOneWord } = matcher
    for (const findNext of this.finders) {
      let row = 0
      for (let at = findNext(text, 0); at >= 0; at = findNext(text, ends[row] as number)) {
        while ((ends[row] as number) <= at) row++
        if (isOneWord || matcher.matches(searchTextOf(block, row))) onMatch(row)
      }
    }
  }
}

function finderOf(words: readonly string[]): FindNext {
  const [word = ''] = words
  if (words.length === 1) return (text, from) => text.indexOf(word, from)
  const pattern = new RegExp(words.map(escapePattern).join('|'), 'g')
  return (text, from) => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex - 1 : -1
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
