import type { Page } from '@playwright/test'

/** What one presses or types in. */
const CONTROLS = 'button, a[href], input, textarea, select'
/** The parts of a tab whose controls belong to the rows. */
const OF_ROWS = 'tbody, thead, .rows-paginator, .detail-panel'

/** Names the controls of the open tab in sight, without those of its rows, headers and pages. */
export function controlsInSight(page: Page): Promise<string[]> {
  return page.evaluate(
    ([controls, ofRows]) =>
      [...document.querySelectorAll<HTMLElement>(`[role=tabpanel]:not([hidden]) :is(${controls})`)]
        .filter((control) => !control.closest(ofRows) && control.checkVisibility({ visibilityProperty: true }))
        .map((control) => control.getAttribute('aria-label') ?? control.innerText.trim()),
    [CONTROLS, OF_ROWS] as const,
  )
}

/** Describes the different looks of what can be pressed in the window, without what is selected or disabled. */
export function looksOfControls(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const looks = new Map<string, string[]>()
    // PrimeReact hides two fields in a list of choices, which is what one presses.
    const pressed = `:is(${controls}):not(.p-dropdown *), .p-dropdown`
    for (const control of document.querySelectorAll<HTMLElement>(pressed)) {
      const { top, bottom, height } = control.getBoundingClientRect()
      const isInSight = control.checkVisibility({ visibilityProperty: true }) && height > 1
      if (!isInSight || bottom <= 0 || top >= innerHeight || getComputedStyle(control).clipPath !== 'none') continue
      const isChosen = '[aria-selected=true], [aria-current], [aria-pressed=true], [aria-checked=true]'
      if (control.matches(`:disabled, [aria-disabled=true], .p-highlight, ${isChosen}`)) continue
      const { backgroundColor, borderTopWidth, borderTopColor, color, borderRadius } = getComputedStyle(control)
      const { fontWeight } = getComputedStyle(control.querySelector('.p-button-label') ?? control)
      const border = borderTopWidth === '0px' ? 'none' : borderTopColor
      const look = [backgroundColor, border, color, fontWeight, borderRadius].join(' | ')
      looks.set(look, [...(looks.get(look) ?? []), control.getAttribute('aria-label') ?? control.innerText.trim()])
    }
    return [...looks].map(([look, names]) => `${look}: ${[...new Set(names)].slice(0, 3).join(', ')}`)
  }, CONTROLS)
}

/** The distance of the first row, or card, from the top of the window, in CSS pixels. */
export async function aboveTheFirstRow(page: Page): Promise<number> {
  const row = page.locator('[role=tabpanel]:not([hidden]) tbody tr').first()
  return (await row.boundingBox())?.y ?? Number.NaN
}
