/**
 * The link or button of a row that Enter presses: one with a match of the search, else the row's own, else its first.
 *
 * @returns null for a row without any
 */
export function rowLink(row: Element): HTMLElement | null {
  const links = ['.cell-link:has(mark)', '[data-card="top-start"] .cell-link', '.cell-link']
  return links.reduce<HTMLElement | null>((found, selector) => found ?? row.querySelector(selector), null)
}

/** Focuses and presses a link, as a mouse does. The details that open take the focus from it, and return it. */
export function pressRowLink(link: HTMLElement | null): void {
  link?.focus({ preventScroll: true })
  link?.click()
}
