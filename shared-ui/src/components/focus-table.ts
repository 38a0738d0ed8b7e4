/**
 * The place for a focus whose control is gone: the table of the active tab, or its heading where there is no table.
 * Tables of dialogs and of hidden tabs are passed over.
 */
export function focusTable(): void {
  const shown = ['[data-table-region]', '[data-tab-heading]']
    .flatMap((places) => [...document.querySelectorAll<HTMLElement>(places)])
    .find((place) => !place.closest('[hidden], [role=dialog]'))
  shown?.focus({ preventScroll: true })
}
