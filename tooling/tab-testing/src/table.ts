const AMOUNT = /^\d{1,3}(?:\.\d{3})+$/

/** Reads the column headers, from left to right. */
export function headers(): string[] {
  return headerCells().map(textOf)
}

/**
 * Finds the header of a column, which sorts the rows when pressed. Queries by role are slow in jsdom.
 *
 * @throws Error when the table has no such column
 */
export function headerCell(header: string): HTMLTableCellElement {
  const cell = headerCells().find((candidate) => textOf(candidate) === header)
  if (!cell) throw unknownColumn(header)
  return cell
}

/** Reads the cell texts of the rows on the page, amounts without separators; empty if the table shows a message instead. */
export function rows(): string[][] {
  return [...table().querySelectorAll('tbody tr:not(.p-datatable-emptymessage)')].map((row) =>
    [...row.querySelectorAll('td')].map(textOf).map((text) => (AMOUNT.test(text) ? text.replaceAll('.', '') : text)),
  )
}

/**
 * Reads the texts of one column on the page.
 *
 * @throws Error when the table has no such column
 */
export function column(header: string): string[] {
  const index = headers().indexOf(header)
  if (index === -1) throw unknownColumn(header)
  return rows().map((row) => row[index] ?? '')
}

function headerCells(): HTMLTableCellElement[] {
  return [...table().querySelectorAll<HTMLTableCellElement>('thead th')]
}

function unknownColumn(header: string): Error {
  return new Error(`The table has no column '${header}'. Its columns are: ${headers().join(', ')}.`)
}

function table(): HTMLTableElement {
  const tables = document.querySelectorAll('table')
  const [only] = tables
  if (!only || tables.length > 1) throw new Error(`The page must have one table, but has ${tables.length}.`)
  return only
}

function textOf({ textContent }: Element): string {
  return textContent ?? ''
}
