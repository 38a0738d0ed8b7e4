/**
 * Focuses the table of the active tab, or its heading where there is no table: the place for a focus whose control is gone.
 * Tables of dialogs and of hidden tabs are passed over.
 *
 * @param options by default, the page does not scroll
 */
export function focusTable(options: FocusOptions = { preventScroll: true }): void {
  const shown = ':not([hidden] *, [role=dialog] *)'
  const find = (part: string) => document.querySelector<HTMLElement>(part + shown)
  const place = find('[data-table-region]') ?? find('[data-tab-heading]')
  place?.focus(options)
}
