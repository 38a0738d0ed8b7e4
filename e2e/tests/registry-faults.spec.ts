import {
  expectOtherTabsWork,
  openScores,
  openUsers,
  retry,
  test,
  waitForFailure,
  waitForRows,
  waitForUsers,
} from '../support/faults'
import { respond } from '../support/release-origin'

// The client's own test has the other faults: `shell/src/remotes/registry/client.test.ts`.
test('an entry that was altered: its tab keeps the last known good release, and a new browser can retry', async ({
  page,
  origin,
}) => {
  await openUsers(page)
  const { registry } = origin
  origin.registry = async (route) => respond(route, (await origin.sign()).replace('"mf-scores/', '"mf-other/'))
  await page.reload()
  await waitForUsers(page)
  await openScores(page)
  await waitForRows(page, '1.0.0')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await waitForFailure(page)
  await expectOtherTabsWork(page)
  origin.registry = registry
  await openScores(page)
  await retry(page)
  await waitForRows(page, '1.0.0')
})
