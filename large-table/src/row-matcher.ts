import { LINE_BREAK, parseSearch } from './search-text'

/** A line of a search. */
interface Line {
  /** As it was typed. */
  text: string
  /** The spellings of each word. The first word is that with the longest ones, as few rows have it. */
  words: readonly (readonly string[])[]
  isFound: boolean
}

/** Matches rows with a search, by their searchable texts, and notes which of its lines it has found. */
export class RowMatcher {
  readonly lines: readonly Line[]

  constructor(search: string) {
    this.lines = search.split(LINE_BREAK).flatMap((text) =>
      parseSearch(text).map((words) => ({
        text: text.trim(),
        words: words.sort((one, other) => shortest(other) - shortest(one)),
        isFound: false,
      })),
    )
  }

  /** Whether the search is blank, so that all rows match. */
  get isBlank(): boolean {
    return this.lines.length === 0
  }

  /** The spellings of the longest word of each line: a row without any of them does not match. */
  get longestWords(): string[] {
    return [...new Set(this.lines.flatMap(({ words }) => words[0] ?? []))]
  }

  /** Whether a row matches as soon as it has one of the longest words. */
  get isOneWord(): boolean {
    return this.lines.length === 1 && this.lines[0]?.words.length === 1
  }

  /** The lines, of two or more, that no row has matched. */
  get linesNotFound(): string[] {
    return this.lines.length < 2 ? [] : this.lines.flatMap(({ text, isFound }) => (isFound ? [] : text))
  }

  /** Returns whether a row with this searchable text matches any line. */
  matches(text: string): boolean {
    let isMatch = this.isBlank
    for (const line of this.lines) {
      if ((isMatch && line.isFound) || !hasAllWords(text, line)) continue
      isMatch = true
      line.isFound = true
    }
    return isMatch
  }
}

function shortest(spellings: readonly string[]): number {
  return Math.min(...spellings.map(({ length }) => length))
}

function hasAllWords(text: string, { words }: Line): boolean {
  return words.every((spellings) => spellings.some((spelling) => text.includes(spelling)))
}
