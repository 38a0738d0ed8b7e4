import { keyIdOf } from '@canje/registry'
import { createTestKey } from '@canje/registry/testing'
import type { Page } from '@playwright/test'
import { makeLive, openScores, openUsers, SCORES, test, waitForRows, waitForUsers } from '../support/faults'
import { relisted } from '../support/release-origin'
import { expect, expectSpecifiedTabs, openTab } from '../support/test'

const usersKey = await createTestKey()
const scoresKey = await createTestKey()

const refetch = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

// The rotation of keys: `shell/src/remotes/states/state-client.test.ts`.
test('a release signed with the key of another team: its tab keeps the last good one', async ({
  page,
  origin,
  releases,
}) => {
  origin.configure = (config) =>
    relisted(relisted(config, 'mf-users', { keys: [usersKey.publicKey] }), SCORES, { keys: [scoresKey.publicKey] })
  origin.keys[SCORES] = scoresKey
  await openUsers(page)
  await openScores(page)
  await waitForRows(page, '1.0.0')
  makeLive(origin, releases.newer, [])
  origin.keys[SCORES] = usersKey
  await refetch(page)
  const keyId = await keyIdOf(usersKey.publicKey)
  const refusal = { type: 'state-refused', reason: expect.stringContaining(`${SCORES} is signed with key ${keyId}`) }
  await expect.poll(() => origin.reports).toMatchObject([refusal])
  await openTab(page, 'Usuarios')
  await openScores(page)
  await waitForRows(page, '1.0.0')
  await expectSpecifiedTabs(page)
  await page.goto('/main')
  await waitForUsers(page)
  await openScores(page)
  await waitForRows(page, '1.0.0')
})
