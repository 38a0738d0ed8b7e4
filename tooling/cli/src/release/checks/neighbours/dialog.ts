import type { TabInPage } from './check'
import type { NeighbourPage } from './neighbour-page'

const MAX_BUTTONS = 8

/** Of PrimeReact, with a text: the tab's own, rather than those of shared-ui above its table. */
const NAMED = '.p-button:not(.p-button-icon-only)'
/** The order of the presses. */
const ORDER = [
  '[aria-haspopup=dialog]',
  `:not([aria-haspopup=dialog])${NAMED}`,
  `:not([aria-haspopup=dialog], ${NAMED})`,
]

/**
 * Presses buttons of the tab until one opens a dialog.
 *
 * @returns whether a dialog is open
 */
export async function openDialog({ page, settle }: NeighbourPage, { styles }: TabInPage): Promise<boolean> {
  const root = `[data-styles="${styles}"]`
  const buttons = `[role=tabpanel] ${root} :is(button, [role=button], [aria-haspopup=dialog]):enabled`
  const dialog = page.locator(`${root} :is([role=dialog], [role=alertdialog], dialog[open])`)
  const ordered = await Promise.all(ORDER.map((kind) => page.locator(`${buttons}${kind}`).all()))
  for (const button of ordered.flat().slice(0, MAX_BUTTONS)) {
    if (!(await button.isVisible())) continue
    await button.dispatchEvent('click')
    await settle(page)
    if (await dialog.first().isVisible()) return true
    // Such as a menu.
    await page.keyboard.press('Escape')
  }
  return false
}
