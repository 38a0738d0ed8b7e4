import type { ConfigJson } from '@canje/cli/dev-stack'
import type { Page } from '@playwright/test'
import { CONFIG_REFUSED } from '../support/console'
import { openScores, openUsers, SCORES, test, waitForRows } from '../support/faults'
import { expect, expectSpecifiedTabs, openMain, openTab } from '../support/test'

const refetch = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
const tabNames = (page: Page) => page.getByRole('tab').allInnerTexts()

/** Takes a remote out of the menu. */
function without({ remotes, ...config }: ConfigJson, name: string): ConfigJson {
  const { [name]: _, ...others } = remotes
  return { ...config, remotes: others }
}

test('an open page takes over the menu: a further tab appears, and one that is taken out stays while it is open', async ({
  page,
  origin,
}) => {
  origin.configure = (config) => without(config, 'mf-reports')
  await openUsers(page)
  expect(await tabNames(page)).not.toContain('Reportes')
  await openScores(page)
  await waitForRows(page, '1.0.0')

  origin.configure = (config) => without(config, SCORES)
  await refetch(page)
  await expect(page.getByRole('tab', { name: 'Reportes' })).toBeVisible()
  await waitForRows(page, '1.0.0')
  await openTab(page, 'Reportes')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Reportes' })).toBeVisible()
  expect(await tabNames(page)).not.toContain('Puntaje')
})

test('the menu is complete while the release store does not respond', async ({ page, origin }) => {
  origin.state = () => new Promise<void>(() => undefined)
  await openMain(page)
  await expectSpecifiedTabs(page)
})

test('a configuration that is half-written or HTML leaves the menu of an open page as it is', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(CONFIG_REFUSED)
  await openUsers(page)
  for (const body of ['{ "remotes": {', '<!doctype html><title>Sign in</title>']) {
    await page.route('**/config.json', (route) => route.fulfill({ body }), { times: 1 })
    const read = page.waitForResponse('**/config.json')
    await refetch(page)
    await read
    await expectSpecifiedTabs(page)
  }
  await openScores(page)
  await waitForRows(page, '1.0.0')
})
