/** Distance between the toasts and the focused element, in pixels. */
const GAP = 8

/**
 * Moves the toasts below or above the focused element when they would cover it, whichever is nearer (WCAG 2.2, 2.4.11).
 * They keep their place when they fit nowhere.
 *
 * @param area the element that contains the toasts
 */
export function placeClearOfFocus(area: HTMLElement | null | undefined): void {
  if (!area) return
  const focused = document.activeElement
  // A pressed button is not in this state: toasts that move during a press would take it.
  if (!focused?.matches(':focus-visible, body') || area.contains(focused)) return
  area.style.translate = ''
  if (focused === document.body) return
  const shift = shiftOf(area.getBoundingClientRect(), focused.getBoundingClientRect())
  if (shift !== 0) area.style.translate = `0 ${shift}px`
}

function shiftOf(area: DOMRect, focused: DOMRect): number {
  const isApart =
    area.height === 0 ||
    area.right <= focused.left ||
    area.left >= focused.right ||
    area.bottom <= focused.top ||
    area.top >= focused.bottom
  if (isApart) return 0
  const below = focused.bottom + GAP - area.top
  const above = focused.top - GAP - area.bottom
  const fitsBelow = area.bottom + below <= innerHeight
  const fitsAbove = area.top + above >= 0
  if (fitsAbove && (!fitsBelow || -above < below)) return above
  return fitsBelow ? below : 0
}
