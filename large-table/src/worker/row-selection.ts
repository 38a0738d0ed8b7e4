import { type Query, selectionKey } from '../query'
import { RowMatcher } from '../row-matcher'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import { RowFinder } from './row-finder'
import { type RowTest, toRowTest } from './row-test'
import type { Steps } from './run-steps'
import { type SearchIndex, searchTextOf } from './search-index'

/** The result of a row that the query selects. */
export const SELECTED = 0
/** The result of a row that does not match the search, or fails the conditions on several columns. */
const EXCLUDED = 255

/** A wider selection with a larger part of the rows is not used: a search of all rows is faster. */
const MAX_WIDER_RATIO = 0.1
/** Comparing more words with each other takes longer than a search of all rows: 0.3 s for 5,000. */
const MAX_COMPARED_WORDS = 100

/** The rows that a query selects, found block by block. */
export class RowSelection {
  /** `SELECTED`, `EXCLUDED`, or the result of rows that fail only the conditions on one column: its number from 1. */
  readonly results: Uint8Array
  /** The number of selected rows so far. */
  count = 0
  /** The number of rows so far that match the search. */
  found = 0
  /** Whether the query selects all rows. */
  readonly isAll: boolean
  private done = 0
  private selected: Uint32Array | undefined
  private readonly matcher: RowMatcher
  private readonly finder: RowFinder | undefined
  /** The fields with conditions. There are fewer than there are results, as there are fewer columns. */
  private readonly fields: readonly string[]
  private readonly tests: readonly RowTest[]
  /** A selection that has all rows of this one, and not many more. */
  private wider: RowSelection | undefined

  /**
   * @param index the searchable texts of the rows; called if there is a search
   * @param last the last selection, of which this one may be a part
   */
  constructor(
    cells: ColumnBlocks,
    private readonly query: Query,
    private readonly index: () => SearchIndex,
    last?: RowSelection,
  ) {
    const { search, conditions } = query
    this.results = new Uint8Array(cells.count)
    this.matcher = new RowMatcher(search)
    if (!this.matcher.isBlank) this.finder = new RowFinder(this.matcher)
    this.fields = [...new Set(conditions.map(({ column }) => column.field))]
    this.tests = this.fields.map((field) =>
      allOf(conditions.filter(({ column }) => column.field === field).map((condition) => toRowTest(cells, condition))),
    )
    if (last?.isComplete && this.isWithin(last)) this.wider = last
    this.isAll = this.matcher.isBlank && conditions.length === 0
    if (this.isAll) {
      this.done = cells.count
      this.count = cells.count
      this.found = cells.count
    }
  }

  /** The number of rows from which it selects. */
  get rowCount(): number {
    return this.results.length
  }

  get isComplete(): boolean {
    return this.done === this.rowCount
  }

  /** The number of lines of the search, of two or more, that match no row so far. */
  get linesNotFound(): number {
    return this.matcher.linesNotFound
  }

  /** The numbers of the selected rows. */
  get rows(): Uint32Array {
    this.selected ??= this.pick()
    return this.selected
  }

  /** Returns the result of rows that fail only the conditions on a field, or `SELECTED` when it has none. */
  resultOf(field: string): number {
    return this.fields.indexOf(field) + 1
  }

  /** Selects from the rows that are left. It is the same computation for all requests of a query, which take turns. */
  *finish(): Steps<undefined> {
    while (!this.isComplete) {
      this.step()
      yield
    }
  }

  /** Selects from the next block of rows. */
  private step(): void {
    const first = this.done
    this.done = Math.min(first + BLOCK_ROWS, this.rowCount)
    if (this.finder) this.search(this.finder, first, this.done)
    for (let row = first; row < this.done; row++) {
      if (this.results[row] === EXCLUDED) continue
      const result = this.test(row)
      this.results[row] = result
      this.found++
      if (result === SELECTED) this.count++
    }
    // A chain of selections would keep the memory of all earlier ones.
    if (this.isComplete) this.wider = undefined
  }

  /** Returns selected row numbers in the order of the given ones, which are those of all rows. */
  pick(order?: Uint32Array): Uint32Array {
    const picked = new Uint32Array(this.count)
    let length = 0
    for (let place = 0; place < this.rowCount; place++) {
      const row = order ? (order[place] as number) : place
      if (this.results[row] === SELECTED) picked[length++] = row
    }
    return picked
  }

  /** Whether this is a part of another selection, which has so few rows that searching them is faster. */
  private isWithin({ matcher, query, found, rowCount }: RowSelection): boolean {
    return (
      narrows(this.matcher, matcher) &&
      found < MAX_WIDER_RATIO * rowCount &&
      // A selection does not tell why it excludes a row that fails the conditions on several columns.
      this.fields.length < 2 &&
      rowCount === this.rowCount &&
      selectionKey({ ...query, search: '' }) === selectionKey({ ...this.query, search: '' })
    )
  }

  private search(finder: RowFinder, first: number, end: number): void {
    const { results, wider, matcher } = this
    results.fill(EXCLUDED, first, end)
    const block = this.index().block(first / BLOCK_ROWS, end - first)
    if (!wider) {
      finder.find(block, (row) => {
        results[first + row] = SELECTED
      })
      return
    }
    for (let row = first; row < end; row++) {
      if (wider.results[row] !== EXCLUDED && matcher.matches(searchTextOf(block, row - first))) results[row] = SELECTED
    }
  }

  private test(row: number): number {
    const { tests } = this
    let result = SELECTED
    for (let index = 0; index < tests.length; index++) {
      if (tests[index]?.(row)) continue
      if (result !== SELECTED) return EXCLUDED
      result = index + 1
    }
    return result
  }
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [first] = tests
  return tests.length === 1 && first ? first : (row) => tests.every((isMet) => isMet(row))
}

/** Whether all rows that match a search match another one too, as while staff type it. */
function narrows({ lines: [line, ...further] }: RowMatcher, { lines: [other, ...others] }: RowMatcher): boolean {
  if (!line || !other || further.length + others.length > 0 || line.words.length > MAX_COMPARED_WORDS) return false
  return other.words.every((spellings) =>
    line.words.some((texts) => texts.every((text) => spellings.some((spelling) => text.includes(spelling)))),
  )
}
