import type { Query } from '../query'
import { RowMatcher } from '../row-matcher'
import { BLOCK_ROWS, type ColumnBlocks } from './column-block'
import { RowFinder } from './row-finder'
import { type RowTest, toRowTest } from './row-test'
import type { SearchIndex } from './search-index'

/** The verdict on a row that the query selects. */
export const SELECTED = 0
/** The verdict on a row that does not match the search, or fails the conditions on several columns. */
const EXCLUDED = 255

/**
 * The rows that a query selects, found block by block. It is the same computation for all requests of a query: each of them
 * may make the next step.
 */
export class RowSelection {
  /** `SELECTED`, `EXCLUDED`, or the verdict on rows that fail only the conditions on one column: its number from 1. */
  readonly verdicts: Uint8Array
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
  /** The fields with conditions. There are fewer than there are verdicts, as there are fewer columns. */
  private readonly fields: readonly string[]
  private readonly tests: readonly RowTest[]

  /** @param index the searchable texts of the rows; called if there is a search */
  constructor(
    cells: ColumnBlocks,
    { search, conditions }: Query,
    private readonly index: () => SearchIndex,
  ) {
    this.verdicts = new Uint8Array(cells.count)
    this.matcher = new RowMatcher(search)
    if (!this.matcher.isBlank) this.finder = new RowFinder(this.matcher)
    this.fields = [...new Set(conditions.map(({ column }) => column.field))]
    this.tests = this.fields.map((field) =>
      allOf(conditions.filter(({ column }) => column.field === field).map((condition) => toRowTest(cells, condition))),
    )
    this.isAll = this.matcher.isBlank && conditions.length === 0
    if (this.isAll) {
      this.done = cells.count
      this.count = cells.count
      this.found = cells.count
    }
  }

  /** The number of rows from which it selects. */
  get rowCount(): number {
    return this.verdicts.length
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

  /** Returns the verdict on rows that fail only the conditions on a field, or `SELECTED` when it has none. */
  verdictOf(field: string): number {
    return this.fields.indexOf(field) + 1
  }

  /** Selects from the next block of rows. */
  step(): void {
    const first = this.done
    this.done = Math.min(first + BLOCK_ROWS, this.rowCount)
    if (this.finder) this.search(this.finder, first, this.done)
    for (let row = first; row < this.done; row++) {
      if (this.verdicts[row] === EXCLUDED) continue
      const verdict = this.judge(row)
      this.verdicts[row] = verdict
      this.found++
      if (verdict === SELECTED) this.count++
    }
  }

  /** Returns selected row numbers in the order of the given ones, which are those of all rows. */
  pick(order?: Uint32Array): Uint32Array {
    const picked = new Uint32Array(this.count)
    let length = 0
    for (let place = 0; place < this.rowCount; place++) {
      const row = order ? (order[place] as number) : place
      if (this.verdicts[row] === SELECTED) picked[length++] = row
    }
    return picked
  }

  private search(finder: RowFinder, first: number, end: number): void {
    const { verdicts } = this
    verdicts.fill(EXCLUDED, first, end)
    finder.find(this.index().block(first / BLOCK_ROWS, end - first), (row) => {
      verdicts[first + row] = SELECTED
    })
  }

  private judge(row: number): number {
    const { tests } = this
    let verdict = SELECTED
    for (let index = 0; index < tests.length; index++) {
      if (tests[index]?.(row)) continue
      if (verdict !== SELECTED) return EXCLUDED
      verdict = index + 1
    }
    return verdict
  }
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [first] = tests
  return tests.length === 1 && first ? first : (row) => tests.every((isMet) => isMet(row))
}
