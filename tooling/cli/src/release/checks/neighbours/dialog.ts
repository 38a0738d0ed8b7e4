import type { TabInPage } from './check'
import type { NeighbourPage } from './neighbour-page'

const MAX_BUTTONS = 8

/**
 * Presses buttons of the tab, those that announce a dialog first, until one opens a dialog.
 *
 * @returns whether a dialog is open
 */
export async function openDialog({ page, settle }: NeighbourPage, { styles }: TabInPage): Promise<boolean> {
  const root = `[data-styles="${styles}"]`
  const announced = page.locator(`[role=tabpanel] ${root} [aria-haspopup=dialog]:enabled`)
  const others = page.locator(`[role=tabpanel] ${root} :is(button, [role=button]):enabled:not([aria-haspopup=dialog])`)
  const dialog = page.locator(`${root} :is([role=dialog], [role=alertdialog], dialog[open])`)
  const isOpen = () => dialog.first().isVisible()
  for (const button of [...(await announced.all()), ...(await others.all())].slice(0, MAX_BUTTONS)) {
    if (!(await button.isVisible())) continue
    await button.dispatchEvent('click')
    await settle(page, isOpen)
    if (await isOpen()) return true
    // Such as a menu.
    await page.keyboard.press('Escape')
  }
  return false
}
