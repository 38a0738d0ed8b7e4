import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedRelease } from '@canje/release-store'
import type { Page, Route } from '@playwright/test'
import { deriveBuild } from '../support/builds'
import { buildChanged } from '../support/changed-builds'
import { expectOtherTabsWork, makeLive, openScores, openUsers, SCORES, test, waitForRows } from '../support/faults'
import type { ReleaseOrigin, Store } from '../support/release-origin'
import { changeLastByte } from '../support/tampering'
import { expect, sampled } from '../support/test'

// One worker, so that the build is made once.
test.describe.configure({ mode: 'default' })

const FILES = { entry: /\/remoteEntry\..*\.js$/, chunk: /\/Tab\..*\.js$/, 'style sheet': /\/Tab\..*\.css$/ }
const REFUSED = /Failed to find a valid digest in the 'integrity' attribute for resource/

/** Without hashes of its chunks. */
let older: PublishedRelease
/** With hashes of its chunks. */
let newer: PublishedRelease

test.beforeAll(async ({ releases: { store } }) => {
  test.setTimeout(300_000)
  const withoutHashes = (text: string) => text.replaceAll('2.1.0', '2.0.0').replaceAll(/sha384-[\w+/]{64}/g, '')
  await buildChanged(SCORES, '2.1.0', async (dist) => {
    older = await store.publishBuilt((into) => deriveBuild(into, dist, '2.0.0', withoutHashes))
    newer = await store.publishBuilt((into) => cp(dist, into, { recursive: true }))
  })
})

/** @returns the version in the style sheet in use */
const styles = (page: Page) =>
  page
    .locator(`[data-styles^="${SCORES}@"]`)
    .first()
    .evaluate((element) => getComputedStyle(element).getPropertyValue('--tab-version'))

/** @returns the path of the first file of a release that matches */
function fileOf({ release }: PublishedRelease, pattern: RegExp): string {
  const path = Object.keys(release.integrity).find((name) => pattern.test(`/${name}`))
  if (!path) throw new Error(`Release ${release.version} has no file that matches ${pattern}.`)
  return path
}

function fulfillFile(route: Route, body: Buffer): Promise<void> {
  const contentType = route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript'
  return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } })
}

test('unchanged files are used', async ({ page, origin, releases: { store } }) => {
  makeLive(origin, newer, [])
  const served = new Set<string>()
  for (const [kind, pattern] of Object.entries(FILES)) {
    await page.route(pattern, async (route) => {
      const url = route.request().url()
      if (url.includes(`${SCORES}/2.1.0/`)) served.add(kind)
      await fulfillFile(route, await store.contentAt(url))
    })
  }
  await openUsers(page)
  await openScores(page)
  await waitForRows(page, '2.1.0')
  expect(await styles(page)).toContain('2.1.0')
  // The styles of a tab end at its panel (D34, tab styles).
  await expect(page.locator('#panel-puntaje td').first()).toHaveCSS('font-size', '31px')
  await expect(page.locator('#panel-usuarios td').first()).not.toHaveCSS('font-size', '31px')
  expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--tab-version'))).toBe('')
  expect([...served].sort()).toEqual(Object.keys(FILES).sort())
  await detailButton(page).click()
  await expect(page.getByText('Un detalle')).toBeVisible()
})

for (const [kind, pattern] of Object.entries(FILES)) {
  test(
    `${kind} with a changed byte: the browser blocks it, and the shell shows the fallback`,
    sampled(kind !== 'style sheet'),
    async ({ page, origin, releases: { store } }) => {
      makeLive(origin, newer, [older])
      const path = `${SCORES}/2.1.0/${fileOf(newer, pattern)}`
      await page.route(`**/${path}`, async (route) =>
        fulfillFile(route, changeLastByte(await store.contentAt(route.request().url()))),
      )
      const refusal = page.waitForEvent('console', (message) => REFUSED.test(message.text()))
      await openUsers(page)
      await openScores(page)
      await waitForRows(page, '2.0.0')
      expect((await refusal).text()).toContain(path)
      expect(await styles(page)).toContain('2.0.0')
      await expectOtherTabsWork(page)
      await expect.poll(() => origin.reports).toMatchObject([{ type: 'fallback', remote: SCORES }])
    },
  )
}

const detailButton = (page: Page) => page.getByRole('button', { name: 'Ver detalle' })
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
  await detailButton(page).click()
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

// Each protection alone: the hash that the loader has, and the header.
for (const { what, releaseOf, isKnown, runs } of [
  { what: 'of a build without hashes does not run', releaseOf: () => older, isKnown: true, runs: false },
  {
    what: 'of a build with hashes does not run in a browser without Integrity-Policy',
    releaseOf: () => newer,
    isKnown: false,
    runs: false,
  },
  // What docs/registry-format.md names as not covered. It also shows that the change would run in the tests above.
  {
    what: 'of a build without hashes runs in a browser without Integrity-Policy',
    releaseOf: () => older,
    isKnown: false,
    runs: true,
  },
]) {
  test(`a changed chunk ${what}`, sampled(!runs), async ({ page, origin, releases: { store }, allowConsoleErrors }) => {
    allowConsoleErrors(/ChunkLoadError|Loading chunk/)
    if (!isKnown) await withoutIntegrityPolicy(page)
    await openDetail(page, origin, store, releaseOf())
    expect(await hasRun(page)).toBe(runs)
  })
}
