import { createPrivateKey } from 'node:crypto'
import { createKey, publicKeyOf } from '@canje/release-store'
import type { Page } from '@playwright/test'
import {
  expectOtherTabsWork,
  makeLive,
  openScores,
  openUsers,
  test,
  waitForRows,
  waitForUsers,
} from '../support/faults'
import { refetchRegistry, respond } from '../support/release-origin'
import { expect, expectSpecifiedTabs } from '../support/test'

const oldKey = createPrivateKey(createKey())
const newKey = createPrivateKey(createKey())

/** Configures the registry keys that the shell trusts, and where it reports a release that it refuses. */
async function trust(page: Page, ...registryKeys: string[]): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const { registryKey: _, ...config } = await response.json()
    const reportUrl = `${process.env.REMOTES_URL}/reports`
    await route.fulfill({ response, json: { ...config, reportUrl, registryKeys } })
  })
}

test('every tab stays available while the key of the registry is rotated', async ({ page, origin, releases }) => {
  let key = oldKey
  origin.registry = async (route) => respond(route, await origin.sign(origin.remotes, { key }))
  const showsAll = async () => {
    await waitForUsers(page)
    await showsTabs(page)
  }
  await trust(page, publicKeyOf(oldKey), publicKeyOf(newKey))
  await openUsers(page)

  key = newKey
  makeLive(origin, releases.newer, [])
  await refetchRegistry(page, origin)
  await openScores(page)
  await waitForRows(page, '1.1.0')
  await showsTabs(page)

  await page.goto('/main')
  await showsAll()

  await trust(page, publicKeyOf(newKey))
  await page.goto('/main')
  await showsAll()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/main')
  await showsAll()
  expect(origin.reports).toEqual([])
})

async function showsTabs(page: Page): Promise<void> {
  await expectSpecifiedTabs(page)
  await expectOtherTabsWork(page)
}
