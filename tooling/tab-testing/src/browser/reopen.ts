import { expect, type Locator, type Page } from '@playwright/test'

const MENU = '**/config.json'

/** Takes all tabs off the menu, as the operator of a shell may, and lists them again: the shell closes them, and opens the last. */
export async function reopen(page: Page): Promise<void> {
  const config = await page.evaluate(async () => (await fetch('/config.json')).json())
  await page.route(MENU, (route) => route.fulfill({ json: { ...config, remotes: {} } }))
  await readMenu(page, page.getByText('No hay pestañas'))
  await page.unroute(MENU)
  await readMenu(page, page.locator('[role=tabpanel][data-release]'))
}

/** Has the shell read its menu, as it does when its window gets the focus, until it shows an element. */
function readMenu(page: Page, shown: Locator): Promise<void> {
  return expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(shown).toBeAttached({ timeout: 200 })
  }).toPass({ intervals: [20] })
}
