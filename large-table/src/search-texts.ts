import { cellText, type DisplayedField, displayCell } from './cell-display'
import type { AnyRow } from './parse-rows'
import { searchableText } from './search-text'

/** The searchable texts of rows, prepared a few at a time or when they are needed. */
export class SearchTexts<R extends AnyRow> {
  private readonly texts: string[] = []

  constructor(
    private readonly rows: readonly R[],
    private readonly columns: readonly DisplayedField[],
  ) {}

  /** Prepares the next rows. @returns whether there are more */
  prepare(count: number): boolean {
    const { rows, columns, texts } = this
    for (const row of rows.slice(texts.length, texts.length + count))
      texts.push(columns.map((column) => searchableText(cellText(displayCell(row, column).value))).join('\n'))
    return texts.length < rows.length
  }

  /** Returns the texts of all rows. */
  all(): readonly string[] {
    this.prepare(this.rows.length)
    return this.texts
  }
}
