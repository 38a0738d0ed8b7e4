import type { Page, Route } from '@playwright/test'
import {
  createFaultTable,
  expectOtherTabsWork,
  makeLive,
  openScores,
  openUsers,
  retry,
  SCORES,
  test,
  waitForFailure,
  waitForRows,
} from '../support/faults'
import { type ReleaseOrigin, refetchRegistry, respond } from '../support/release-origin'
import { changeLastByte } from '../support/tampering'
import { allTabsPrefetched, expect, neverIdle } from '../support/test'

const table = createFaultTable()

const entry = /mf-scores\/1\.1\.0\/remoteEntry\..*\.js$/
const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

const neverRespond = () => new Promise<void>(() => undefined)

const networkFaults: [string, RegExp, (route: Route, published: Buffer) => Promise<void>][] = [
  ['unreachable', /mf-scores\/1\.1\.0\//, (route) => route.abort()],
  ['entry 404', entry, (route) => respond(route, 'not found', 404)],
  ['chunk 404 after a deployment', chunk, (route) => respond(route, 'not found', 404)],
  ['chunk truncated', chunk, (route, published) => respond(route, published.subarray(0, -100))],
  ['entry with a changed byte', entry, (route, published) => respond(route, changeLastByte(published))],
  ['chunk with a changed byte', chunk, (route, published) => respond(route, changeLastByte(published))],
  ['entry without a response', entry, neverRespond],
  ['chunk without a response', chunk, neverRespond],
]

for (const [fault, files, respondFaultily] of networkFaults) {
  test(`${fault}: the shell shows the previous release`, async ({ page, origin, releases: { store, good, newer } }) => {
    makeLive(origin, newer, [good])
    await page.route(files, async (route) => respondFaultily(route, await store.contentAt(route.request().url())))
    await openUsers(page)
    await expectFallback(page, origin, `remote: ${fault}`)
  })
}

const requires = (range: Record<string, string>) => ({ requires: range })
const stubs: [string, string, string, object?][] = [
  ['throws at load', '1.2.0', "(() => { throw new Error('mala') })()"],
  ['throws at first render', '1.2.1', "{ default() { throw new Error('mala') } }"],
  ['never finishes its first render', '1.2.5', '{ default() { throw new Promise(() => undefined) } }'],
  ['exports no component', '1.2.2', "{ tabla: 'nada' }"],
  ['requires another singleton version', '1.2.3', "{ default: () => 'Filas' }", requires({ react: '^18.0.0' })],
  ['requires a newer contract', '1.2.4', "{ default: () => 'Filas' }", requires({ 'shared-auth': '^9.0.0' })],
]

for (const [fault, version, exposed, changes] of stubs) {
  test(`a release that ${fault}: the shell shows the previous one`, async ({
    page,
    origin,
    releases: { store, good },
  }) => {
    makeLive(origin, await store.publishStub(SCORES, version, exposed, changes), [good])
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

test('a release that throws after mounting: the tab shows a failure, and Reintentar the previous release', async ({
  page,
  origin,
  releases: { store, good },
}) => {
  const throwsLater = `{ default() {
    const [isBroken, setBroken] = React.useState(false)
    window.breakTab = () => setBroken(true)
    if (isBroken) throw new Error('mala')
    return 'Filas de antes'
  } }`
  const broken = await store.publishStub(SCORES, '1.3.0', throwsLater)
  makeLive(origin, broken, [])
  await openUsers(page)
  await openScores(page)
  await expect(page.getByText('Filas de antes')).toBeVisible()
  makeLive(origin, broken, [good])
  await refetchRegistry(page, origin)
  await table.time(
    'remote throws after mounting',
    'failure with Reintentar',
    () => page.evaluate('window.breakTab()'),
    () => waitForFailure(page),
  )
  await retry(page)
  await waitForRows(page, '1.0.0')
  await expectOtherTabsWork(page)
})

test('an unreachable origin: the tab shows a failure, and Reintentar works once it is reachable', async ({
  page,
  origin,
}) => {
  await neverIdle(page)
  await openUsers(page)
  const urls = `${process.env.REMOTES_URL}/**`
  const abort = (route: Route) => route.abort()
  await page.route(urls, abort)
  const failedReport = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/reports'))
  await table.time(
    'remotes origin unreachable',
    'failure with Reintentar',
    () => openScores(page),
    () => waitForFailure(page),
  )
  await failedReport
  await page.unroute(urls, abort)
  await retry(page)
  await waitForRows(page, '1.0.0')
  await expectOtherTabsWork(page)
  expect(origin.reports).toEqual([])
})

test('an entry with status 503 twice: Reintentar loads it afterwards', async ({
  page,
  origin,
  releases: { newer },
}) => {
  makeLive(origin, newer, [])
  await page.route(entry, (route) => respond(route, 'busy', 503))
  await neverIdle(page)
  await openUsers(page)
  await table.time(
    'remote entry 503 twice',
    'failure, then rows after Reintentar',
    async () => {
      await openScores(page)
      await waitForFailure(page)
      const secondRefusal = page.waitForResponse(entry)
      await retry(page)
      await secondRefusal
      await waitForFailure(page)
      await page.unroute(entry)
      await retry(page)
    },
    () => waitForRows(page, '1.1.0'),
  )
  await expectOtherTabsWork(page)
})

test('Reintentar loads a good release that has replaced a broken one', async ({
  page,
  origin,
  releases: { store, newer },
}) => {
  const bad = await store.publishStub(SCORES, '1.4.0', '{}')
  makeLive(origin, bad, [])
  await openUsers(page)
  await openScores(page)
  await waitForFailure(page)
  makeLive(origin, newer, [])
  await retry(page)
  await waitForRows(page, '1.1.0')
})
