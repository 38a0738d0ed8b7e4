import {
  expectOtherTabsWork,
  openScores,
  openUsers,
  retry,
  SCORES,
  test,
  waitForFailure,
  waitForRows,
} from '../support/faults'
import { respond } from '../support/release-origin'
import { expect } from '../support/test'

// The client's own test has the other faults: `shell/src/remotes/states/state-client.test.ts`.
test('a state that was altered: its tab keeps the last good release, and a new browser can retry', async ({
  page,
  origin,
}) => {
  await openUsers(page)
  await openScores(page)
  await waitForRows(page, '1.0.0')
  const { state } = origin
  origin.state = async (route, name) => respond(route, (await origin.sign(name)).replace('"mf-scores/', '"mf-other/'))
  await page.reload()
  await waitForRows(page, '1.0.0')
  const refusal = { type: 'state-refused', reason: expect.stringContaining(SCORES) }
  await expect.poll(() => origin.reports).toMatchObject([refusal])
  await expectOtherTabsWork(page)
  await openScores(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await waitForFailure(page)
  // A tab that is opened again fetches its state without a press.
  origin.state = state
  await retry(page)
  await waitForRows(page, '1.0.0')
})

test('a state without a response: the other tabs work at once', async ({ page, origin }) => {
  const { state } = origin
  origin.state = async (route, name) => (name === SCORES ? undefined : state(route, name))
  await openUsers(page)
  await openScores(page)
  await expectOtherTabsWork(page)
})
