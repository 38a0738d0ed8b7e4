import { expect } from '@playwright/test'
import { ownSite } from './site'
import type { Tab } from './tab'

const MENU = '**/config.json'

/** By the name of a remote, what `/config.json` says of it. */
type Menu = Readonly<Record<string, { tab: { id: string } }>>

/** Closes a tab and opens it again: the shell closes one that the menu no longer has, once staff look at another one. */
export function reopen(tab: Tab): Promise<void> {
  return lookAway(tab, (close) => close())
}

/**
 * Has staff look at another tab, and at this one again.
 *
 * @param meanwhile gets a function that closes this one
 */
export async function lookAway(
  { page, remote }: Tab,
  meanwhile: (close: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const config: { remotes: Menu } = await page.evaluate(async () => (await fetch('/config.json')).json())
  const { [remote]: own, ...others } = { ...(ownSite().other.trust.remotes as Menu), ...config.remotes }
  const [other] = Object.values(others)
  if (!own || !other) throw new Error(`The menu of the shell has no ${remote}, or nothing else.`)

  async function list(remotes: Menu): Promise<void> {
    await page.unroute(MENU)
    await page.route(MENU, (route) => route.fulfill({ json: { ...config, remotes } }))
    const tabs = page.getByRole('tablist', { name: 'Secciones' }).getByRole('tab')
    await expect(async () => {
      // The shell reads its menu when the window gets the focus.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(tabs).toHaveCount(Object.keys(remotes).length, { timeout: 200 })
    }).toPass({ intervals: [20] })
  }
  const press = ({ tab }: Menu[string]) => page.locator(`#tab-${tab.id}`).click()

  const all = { ...others, [remote]: own }
  await list(all)
  await press(other)
  await meanwhile(async () => {
    await list(others)
    await list(all)
  })
  await press(own)
  await expect(page.locator(`[data-release^="${remote}@"]`)).toBeAttached()
}
