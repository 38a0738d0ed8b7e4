import type { Page, Route } from '@playwright/test'
import {
  createFaultTable,
  expectOtherTabsWork,
  makeLive,
  openScores,
  openUsers,
  SCORES,
  test,
  waitForRows,
} from '../support/faults'
import { type ReleaseOrigin, respond } from '../support/release-origin'
import { allTabsPrefetched, expect, sampled } from '../support/test'

const table = createFaultTable()

const entry = /mf-scores\/1\.1\.0\/remoteEntry\..*\.js$/
const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

const neverRespond = () => new Promise<void>(() => undefined)

const networkFaults: [string, RegExp, (route: Route, published: Buffer) => Promise<void>][] = [
  ['unreachable', /mf-scores\/1\.1\.0\//, (route) => route.abort()],
  ['entry 404', entry, (route) => respond(route, 'not found', 404)],
  ['chunk 404 after a deployment', chunk, (route) => respond(route, 'not found', 404)],
  ['chunk truncated', chunk, (route, published) => respond(route, published.subarray(0, -100))],
  ['entry without a response', entry, neverRespond],
  ['chunk without a response', chunk, neverRespond],
]

for (const [fault, files, respondFaultily] of networkFaults) {
  const isSample = /^(chunk 404|entry without)/.test(fault)
  test(
    `${fault}: the shell shows the previous release`,
    sampled(isSample),
    async ({ page, origin, releases: { store, good, newer } }) => {
      makeLive(origin, newer, [good])
      await page.route(files, async (route) => respondFaultily(route, await store.contentAt(route.request().url())))
      await openUsers(page)
      await expectFallback(page, origin, `remote: ${fault}`)
    },
  )
}

const stubs: [string, string, string][] = [
  ['throws at load', '1.2.0', "(() => { throw new Error('mala') })()"],
  ['throws at first render', '1.2.1', "{ default() { throw new Error('mala') } }"],
]

for (const [fault, version, exposed] of stubs) {
  test(`a release that ${fault}: the shell shows the previous one`, async ({
    page,
    origin,
    releases: { store, good },
  }) => {
    makeLive(origin, await store.publishStub(SCORES, version, exposed), [good])
    await openUsers(page)
    await expectFallback(page, origin, `remote ${fault}`)
  })
}

async function expectFallback(page: Page, origin: ReleaseOrigin, fault: string): Promise<void> {
  await table.time(
    fault,
    'rows of the previous release',
    () => openScores(page),
    () => waitForRows(page, '1.0.0'),
  )
  await table.compare(() => expectOtherTabsWork(page))
  await expect
    .poll(() => origin.reports)
    .toEqual([
      expect.objectContaining({
        type: 'fallback',
        remote: SCORES,
        to: expect.objectContaining({ version: '1.0.0' }),
      }),
    ])
}

test('a broken release is not reported before its tab is opened', async ({
  page,
  origin,
  releases: { store, good },
}) => {
  const exposed = "(() => { window.hasThrown = true; throw new Error('mala') })()"
  makeLive(origin, await store.publishStub(SCORES, '1.2.6', exposed), [good])
  await openUsers(page)
  await allTabsPrefetched(page)
  // Nothing of a tab runs before it is opened (D34).
  expect(await page.evaluate('window.hasThrown')).toBeUndefined()
  expect(origin.reports).toEqual([])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectFallback(page, origin, 'remote that failed in a prefetch')
})
