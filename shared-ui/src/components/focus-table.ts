/** Focuses the table of the active tab: the place for a focus whose control is gone. */
export function focusTable(): void {
  const regions = document.querySelectorAll<HTMLElement>('[data-table-region]')
  const shown = [...regions].find((region) => !region.closest('[hidden], [role=dialog]'))
  shown?.focus({ preventScroll: true })
}
