/** The column headers, from left to right. */
export function headers(): string[] {
  return headerCells().map(textOf)
}

/** The header of one column, to press it: it orders the rows. Finding it by role takes a long time in jsdom. */
export function headerCell(header: string): HTMLTableCellElement {
  const cell = headerCells().find((candidate) => textOf(candidate) === header)
  if (!cell) throw unknownColumn(header)
  return cell
}

/** The rows on the page, each as the texts of its cells; none when the table shows a message instead. */
export function rows(): string[][] {
  return [...table().querySelectorAll('tbody tr:not(.p-datatable-emptymessage)')].map((row) =>
    [...row.querySelectorAll('td')].map(textOf),
  )
}

/** The texts of one column on the page. */
export function column(header: string): string[] {
  const index = headers().indexOf(header)
  if (index === -1) throw unknownColumn(header)
  return rows().map((row) => row[index] ?? '')
}

function headerCells(): HTMLTableCellElement[] {
  return [...table().querySelectorAll<HTMLTableCellElement>('thead th')]
}

function unknownColumn(header: string): Error {
  return new Error(`No column '${header}' among: ${headers().join(', ')}.`)
}

function table(): HTMLTableElement {
  const tables = document.querySelectorAll('table')
  const [only] = tables
  if (!only || tables.length > 1) throw new Error(`Expected one table in the page, found ${tables.length}.`)
  return only
}

function textOf({ textContent }: Element): string {
  return textContent ?? ''
}
