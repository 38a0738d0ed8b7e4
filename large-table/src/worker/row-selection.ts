import type { Query } from '../query'
import { RowMatcher } from '../row-matcher'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import { RowFinder } from './row-finder'
import { type RowTest, toRowTest } from './row-test'
import type { Steps } from './run-steps'
import type { SearchIndex } from './search-index'

/** The result of a row that the query selects. */
export const SELECTED = 0
/** The result of a row that does not match the search, or fails the conditions on several columns. */
const EXCLUDED = 255

/** The rows that a query selects, found block by block. */
export class RowSelection {
  /** `SELECTED`, `EXCLUDED`, or the result of rows that fail only the conditions on one column: its number from 1. */
  readonly results: Uint8Array
  /** The number of selected rows so far. */
  count = 0
  /** The number of rows so far that match the search. */
  found = 0
  private done = 0
  private selected: Uint32Array | undefined
  private readonly matcher: RowMatcher
  private readonly finder: RowFinder | undefined
  /** The fields with conditions. There are fewer than there are results, as there are fewer columns. */
  private readonly fields: readonly string[]
  private readonly tests: readonly RowTest[]

  /** @param index the searchable texts of the rows; called if there is a search */
  constructor(
    cells: ColumnBlocks,
    { search, conditions }: Query,
    private readonly index: () => SearchIndex,
  ) {
    this.results = new Uint8Array(cells.count)
    this.matcher = new RowMatcher(search)
    if (!this.matcher.isBlank) this.finder = new RowFinder(this.matcher)
    this.fields = [...new Set(conditions.map(({ column }) => column.field))]
    this.tests = this.fields.map((field) =>
      allOf(conditions.filter(({ column }) => column.field === field).map((condition) => toRowTest(cells, condition))),
    )
  }

  /** The number of rows from which it selects. */
  get rowCount(): number {
    return this.results.length
  }

  /** The lines of the search, of two or more, that match no row so far. */
  get linesNotFound(): readonly string[] {
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
    while (this.done < this.rowCount) {
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

  private search(finder: RowFinder, first: number, end: number): void {
    this.results.fill(EXCLUDED, first, end)
    finder.find(this.index().block(first / BLOCK_ROWS, end - first), (row) => {
      this.results[first + row] = SELECTED
    })
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
