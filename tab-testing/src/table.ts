/** The column headers, from left to right. */
export function headers(): string[] {
  return [...table().querySelectorAll('thead th')].map(textOf)
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
  if (index === -1) throw new Error(`No column '${header}' among: ${headers().join(', ')}.`)
  return rows().map((row) => row[index] ?? '')
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
