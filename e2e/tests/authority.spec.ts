import { keyIdOf, type RegisteredRemote } from '@canje/registry'
import { createTestKey, exampleEntry, signEntry, signedRegistry, type TestKey } from '@canje/registry/testing'
import type { Page } from '@playwright/test'
import { makeLive, openScores, openUsers, SCORES, test, waitForRows, waitForUsers } from '../support/faults'
import { type ReleaseOrigin, respond } from '../support/release-origin'
import { expect, expectSpecifiedTabs } from '../support/test'

const operator = await createTestKey()
const usersKey = await createTestKey()
const scoresKey = await createTestKey()

/** The keys of remotes in the root of trust; an operator signs the others. */
type Keys = Record<string, TestKey[]>

/** Configures who may sign what, and reserves the tabs and slots of the releases. */
async function trust(page: Page, { remotes }: ReleaseOrigin, keys: Keys): Promise<void> {
  const reserved = remotes.map(({ name, live: { tab, extensions = [] } }) => {
    const { id, label, order } = tab
    const own = keys[name] ?? [operator]
    const slots = extensions.map(({ slot }) => slot)
    return [name, { keys: own.map(({ publicKey }) => publicKey), tab: { id, label, order }, slots }]
  })
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const { registryKey: _, ...config } = await response.json()
    const reportUrl = `${process.env.REMOTES_URL}/reports`
    const authority = {
      storeId: 'store-1',
      operatorKeys: [operator.publicKey],
      remotes: Object.fromEntries(reserved),
    }
    await route.fulfill({ response, json: { ...config, reportUrl, ...authority } })
  })
}

/** Serves a registry of schema 3, in which a key signs Puntaje. */
function serveSignedWith(origin: ReleaseOrigin, key: TestKey): void {
  const sign = ({ name, live, previous }: RegisteredRemote) => {
    const serial = Number(live.version.replaceAll('.', ''))
    return signEntry(exampleEntry(name, live, { serial, previous }), name === SCORES ? key : operator)
  }
  origin.registry = async (route) => {
    const remotes = await Promise.all(origin.remotes.map(sign))
    const serials = Object.fromEntries(remotes.map(({ name }) => [name, 1]))
    await respond(route, JSON.stringify(await signedRegistry({ remotes, stamp: { serials } }, operator)))
  }
}

const refetch = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

// The rotation of keys: `shell/src/remotes/registry/authority.test.ts`.
test('a release signed with the key of another team: its tab keeps the last good one', async ({
  page,
  origin,
  releases,
}) => {
  await trust(page, origin, { 'mf-users': [usersKey], [SCORES]: [scoresKey] })
  serveSignedWith(origin, scoresKey)
  await openUsers(page)
  makeLive(origin, releases.newer, [])
  serveSignedWith(origin, usersKey)
  await refetch(page)
  const keyId = await keyIdOf(usersKey.publicKey)
  const refusal = { type: 'releases-refused', reason: expect.stringContaining(`${SCORES} is signed with key ${keyId}`) }
  await expect.poll(() => origin.reports).toMatchObject([refusal])
  await openScores(page)
  await waitForRows(page, '1.0.0')
  await expectSpecifiedTabs(page)
  await page.goto('/main')
  await waitForUsers(page)
  await openScores(page)
  await waitForRows(page, '1.0.0')
})
