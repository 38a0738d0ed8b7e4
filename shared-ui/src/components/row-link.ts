/**
 * The link or button of a row that Enter presses: one with a match of the search, else the row's own, else its first.
 *
 * @returns null for a row without any
 */
export function rowLink(row: Element): HTMLElement | null {
  const links = ['.cell-link:has(mark)', '[data-card="top-start"] .cell-link', '.cell-link']
  return links.reduce<HTMLElement | null>((found, selector) => found ?? row.querySelector(selector), null)
}

/** Presses it as a mouse does, which focuses it: what opens takes the focus from there, and gives it back. */
export function pressRowLink(link: HTMLElement | null): void {
  link?.focus({ preventScroll: true })
  link?.click()
}
