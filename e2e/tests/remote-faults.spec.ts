import type { Page, Route } from '@playwright/test'
import {
  enter,
  FaultTable,
  makeLive,
  openScores,
  requireTheRest,
  retry,
  rowsOf,
  SCORES,
  sentence,
  test,
} from '../support/faults'
import { type ReleaseOrigin, respond } from '../support/release-origin'
import { oneByteChanged } from '../support/tampering'
import { codeOfAllTabs, expect, neverIdle } from '../support/test'

// One worker: the table is printed once, whole.
test.describe.configure({ mode: 'default' })

const table = new FaultTable()
test.afterAll(() => table.print())

const entry = /mf-scores\/1\.1\.0\/remoteEntry\..*\.js$/
const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

const never = () => new Promise<void>(() => undefined)

const lost: [string, RegExp, (route: Route, published: Buffer) => Promise<void>][] = [
  ['down', /mf-scores\/1\.1\.0\//, (route) => route.abort()],
  ['entry 404', entry, (route) => respond(route, 'not found', 404)],
  ['chunk 404 after a deployment', chunk, (route) => respond(route, 'not found', 404)],
  ['truncated', chunk, (route, published) => respond(route, published.subarray(0, -100))],
  ['one byte changed in its entry', entry, (route, published) => respond(route, oneByteChanged(published))],
  ['one byte changed in a chunk', chunk, (route, published) => respond(route, oneByteChanged(published))],
  ['never answers', entry, never],
  ['never answers with a chunk', chunk, never],
]

for (const [what, files, answer] of lost) {
  test(`${what}: rows of the release before it`, async ({ page, origin, releases: { store, good, newer } }) => {
    makeLive(origin, newer, [good])
    await page.route(files, async (route) => answer(route, await store.contentAt(route.request().url())))
    await enter(page)
    await fallsBack(page, origin, `remote ${what}`)
  })
}

const requires = (range: Record<string, string>) => ({ requires: range })
const handmade: [string, string, string, object?][] = [
  ['throws at load', '1.2.0', "(() => { throw new Error('mala') })()"],
  ['throws at first render', '1.2.1', "{ default() { throw new Error('mala') } }"],
  ['never finishes its first render', '1.2.5', '{ default() { throw new Promise(() => undefined) } }'],
  ['exports something else', '1.2.2', "{ tabla: 'nada' }"],
  ['wrong singleton version', '1.2.3', "{ default: () => 'Filas' }", requires({ react: '^18.0.0' })],
  ['built for a contract too new', '1.2.4', "{ default: () => 'Filas' }", requires({ 'shared-auth': '^9.0.0' })],
]

for (const [what, version, exposed, changes] of handmade) {
  test(`${what}: rows of the release before it`, async ({ page, origin, releases: { store, good } }) => {
    makeLive(origin, await store.publishHandmade(SCORES, version, exposed, changes), [good])
    await enter(page)
    await fallsBack(page, origin, `remote ${what}`)
  })
}

async function fallsBack(page: Page, origin: ReleaseOrigin, fault: string): Promise<void> {
  await table.time(
    fault,
    'rows of the release before it',
    () => openScores(page),
    () => rowsOf(page, '1.0.0'),
  )
  await table.compare(() => requireTheRest(page))
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

test('nobody hears of a broken release before its tab is opened', async ({
  page,
  origin,
  releases: { store, good },
}) => {
  const exposed = "(() => { window.hasThrown = true; throw new Error('mala') })()"
  makeLive(origin, await store.publishHandmade(SCORES, '1.2.6', exposed), [good])
  await enter(page)
  await codeOfAllTabs(page)
  expect(await page.evaluate('window.hasThrown')).toBe(true)
  expect(origin.reports).toEqual([])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await fallsBack(page, origin, 'remote found broken in idle time')
})

test('throws later: a sentence, and Reintentar leads to the release before it', async ({
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
  makeLive(origin, await store.publishHandmade(SCORES, '1.3.0', throwsLater), [good])
  await enter(page)
  await openScores(page)
  await expect(page.getByText('Filas de antes')).toBeVisible()
  await table.time(
    'remote throws later',
    'sentence with Reintentar',
    () => page.evaluate('window.breakTab()'),
    () => sentence(page),
  )
  await retry(page)
  await rowsOf(page, '1.0.0')
  await requireTheRest(page)
})

test('origin down: a sentence, and Reintentar once it is up', async ({ page, origin }) => {
  await neverIdle(page)
  await enter(page)
  const address = `${process.env.REMOTES_URL}/**`
  const abort = (route: Route) => route.abort()
  await page.route(address, abort)
  const reportLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/reports'))
  await table.time(
    'remotes origin down',
    'sentence with Reintentar',
    () => openScores(page),
    () => sentence(page),
  )
  await reportLost
  await page.unroute(address, abort)
  await retry(page)
  await rowsOf(page, '1.0.0')
  await requireTheRest(page)
  expect(origin.reports).toEqual([])
})

test('503 twice, then good: Reintentar brings it', async ({ page, origin, releases: { newer } }) => {
  makeLive(origin, newer, [])
  await page.route(entry, (route) => respond(route, 'busy', 503))
  await neverIdle(page)
  await enter(page)
  await table.time(
    'remote 503 twice, then good',
    'sentence, then rows by Reintentar',
    async () => {
      await openScores(page)
      await sentence(page)
      const secondRefusal = page.waitForResponse(entry)
      await retry(page)
      await secondRefusal
      await sentence(page)
      await page.unroute(entry)
      await retry(page)
    },
    () => rowsOf(page, '1.1.0'),
  )
  await requireTheRest(page)
})

test('a good release that has replaced a bad one meanwhile comes by Reintentar', async ({
  page,
  origin,
  releases: { store, newer },
}) => {
  const bad = await store.publishHandmade(SCORES, '1.4.0', '{}')
  makeLive(origin, bad, [])
  await enter(page)
  await openScores(page)
  await sentence(page)
  makeLive(origin, newer, [])
  await retry(page)
  await rowsOf(page, '1.1.0')
})
