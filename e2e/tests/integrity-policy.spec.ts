import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedRelease } from '@canje/release-store'
import type { Page } from '@playwright/test'
import { makeLive, openScores, openUsers, SCORES, test } from '../support/faults'
import { buildLazy } from '../support/lazy-builds'
import type { ReleaseOrigin, Store } from '../support/release-origin'
import { expect } from '../support/test'

// One worker, so that the builds are made once.
test.describe.configure({ mode: 'default' })
// A page that a test serves has no address, so that Chromium would refuse its requests to this machine.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--disable-features=LocalNetworkAccessChecks']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

let ours: PublishedRelease
let unverified: PublishedRelease

test.beforeAll(async ({ releases: { store } }) => {
  test.setTimeout(300_000)
  const published: PublishedRelease[] = []
  // Into the store without `publish`, which refuses the second one.
  await buildLazy(SCORES, ['3.0.0', '3.1.0'], async (dist) => void published.push(await store.publishBuild(dist)))
  const [first, second] = published
  if (!first || !second) throw new Error('Fewer than two versions were built.')
  ours = first
  unverified = second
})

const button = (page: Page) => page.getByRole('button', { name: 'Ver detalle' })
const hasRun = (page: Page) => page.evaluate(() => Reflect.has(window, 'changed'))
/** In a page of {@link openDetail}: the scripts that the browser has refused. */
const refused = (page: Page) => page.evaluate(() => String(Reflect.get(window, 'refused')))

/** Makes a release live, changes its chunk in the store, opens its tab, and loads the chunk. */
async function openDetail(page: Page, origin: ReleaseOrigin, store: Store, one: PublishedRelease): Promise<void> {
  makeLive(origin, one, [])
  const path = Object.keys(one.release.integrity).find((name) => /^detail\..*\.js$/.test(name)) ?? ''
  const file = join(store.folder, SCORES, one.release.version, path)
  const original = await readFile(file)
  await appendFile(file, ';window.changed = true')
  await page.addInitScript(() => {
    const urls: string[] = []
    Reflect.set(window, 'refused', urls)
    const note = ({ target }: Event) => target instanceof HTMLScriptElement && urls.push(target.src)
    addEventListener('error', note, true)
  })
  await openUsers(page)
  await openScores(page)
  await button(page).click()
  await expect.poll(async () => (await hasRun(page)) || (await refused(page)).includes(path)).toBe(true)
  await writeFile(file, original)
}

/** Serves the page without the header: a browser that does not know it runs the same page. */
async function withoutIntegrityPolicy(page: Page): Promise<void> {
  await page.route(/\/main(\?|$)/, async (route) => {
    const response = await route.fetch()
    const { 'integrity-policy': policy, ...headers } = response.headers()
    expect(policy).toBe('blocked-destinations=(script)')
    await route.fulfill({ response, headers })
  })
}

for (const { what, releaseOf, isKnown, runs } of [
  { what: 'of our own build does not run', releaseOf: () => ours, isKnown: true, runs: false },
  { what: 'of a build without hashes does not run', releaseOf: () => unverified, isKnown: true, runs: false },
  {
    what: 'of our own build does not run in a browser without Integrity-Policy',
    releaseOf: () => ours,
    isKnown: false,
    runs: false,
  },
  // What docs/registry-format.md names as not covered. It also shows that the change would run in the tests above.
  {
    what: 'of a build without hashes runs in a browser without Integrity-Policy',
    releaseOf: () => unverified,
    isKnown: false,
    runs: true,
  },
]) {
  test(`a changed chunk ${what}`, async ({ page, origin, releases: { store }, allowConsoleErrors }) => {
    allowConsoleErrors(/ChunkLoadError|Loading chunk/)
    if (!isKnown) await withoutIntegrityPolicy(page)
    await openDetail(page, origin, store, releaseOf())
    expect(await hasRun(page)).toBe(runs)
  })
}

test('an unchanged chunk of our own build runs', async ({ page, origin }) => {
  makeLive(origin, ours, [])
  await openUsers(page)
  await openScores(page)
  await button(page).click()
  await expect(page.getByText('Un detalle')).toBeVisible()
})
