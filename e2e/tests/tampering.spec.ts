import { basename } from 'node:path'
import type { PublishedRelease } from '@canje/release-store'
import type { Page, Route } from '@playwright/test'
import { expectOtherTabsWork, makeLive, openScores, openUsers, SCORES, test, waitForRows } from '../support/faults'
import { respond } from '../support/release-origin'
import { buildStyled } from '../support/styled-builds'
import { changeLastByte } from '../support/tampering'
import { expect } from '../support/test'

// One worker, so that the two builds are made once and the table is complete.
test.describe.configure({ mode: 'default' })

const CHANGED = 'a changed byte'
const SWAPPED = 'the content of an older release'
const FILES = { entry: /\/remoteEntry\..*\.js$/, chunk: /\/Tab\..*\.js$/, 'style sheet': /\/Tab\..*\.css$/ }
const REFUSED = /Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/

/** The blocked file and the visible outcome, by file and kind of tampering. */
const table: Record<string, Record<string, string>> = {}
const note = (file: string, tampering: string, outcome: string) => {
  table[file] = { ...table[file], [tampering]: outcome }
}

let older: PublishedRelease
let newer: PublishedRelease

test.beforeAll(async ({ releases: { store } }) => {
  test.setTimeout(300_000)
  const published: PublishedRelease[] = []
  await buildStyled(SCORES, ['2.0.0', '2.1.0'], async (dist) => void published.push(await store.publishBuild(dist)))
  const [first, second] = published
  if (!first || !second) throw new Error('Fewer than two versions were built.')
  older = first
  newer = second
})
test.afterAll(() => console.table(table))

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

for (const [kind, pattern] of Object.entries(FILES)) {
  test(`an unchanged ${kind} is used`, async ({ page, origin, releases: { store } }) => {
    makeLive(origin, newer, [])
    const served: string[] = []
    await page.route(pattern, async (route) => {
      served.push(route.request().url())
      await fulfillFile(route, await store.contentAt(route.request().url()))
    })
    await openUsers(page)
    await openScores(page)
    await waitForRows(page, '2.1.0')
    expect(await styles(page)).toContain('2.1.0')
    // The styles of a tab end at its panel (D34).
    await expect(page.locator('#panel-puntaje td').first()).toHaveCSS('font-size', '31px')
    await expect(page.locator('#panel-usuarios td').first()).not.toHaveCSS('font-size', '31px')
    expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--tab-version'))).toBe('')
    expect(served.some((url) => url.includes(`${SCORES}/2.1.0/`))).toBe(true)
  })

  for (const how of [CHANGED, SWAPPED]) {
    test(`${kind} with ${how}: the browser blocks it, and the shell shows the fallback`, async ({
      page,
      origin,
      releases: { store },
    }) => {
      makeLive(origin, newer, [older])
      await page.route(`**/${SCORES}/2.1.0/${fileOf(newer, pattern)}`, async (route) => {
        const { href } = new URL(`../2.0.0/${fileOf(older, pattern)}`, route.request().url())
        const tampered =
          how === CHANGED ? changeLastByte(await store.contentAt(route.request().url())) : await store.contentAt(href)
        await fulfillFile(route, tampered)
      })
      const refusal = page.waitForEvent('console', (message) => REFUSED.test(message.text()))
      await openUsers(page)
      await openScores(page)
      await waitForRows(page, '2.0.0')
      const [, refused = ''] = REFUSED.exec((await refusal).text()) ?? []
      expect(refused).toContain(`${SCORES}/2.1.0/${fileOf(newer, pattern)}`)
      expect(await styles(page)).toContain('2.0.0')
      note(kind, how, `${basename(refused)} refused, rows of 2.0.0`)
      await expectOtherTabsWork(page)
      await expect.poll(() => origin.reports).toMatchObject([{ type: 'fallback', remote: SCORES }])
    })
  }
}

for (const how of [CHANGED, SWAPPED]) {
  test(`registry with ${how}: the shell rejects it, and shows the last known good one`, async ({ page, origin }) => {
    makeLive(origin, older, [])
    const before = await origin.sign(origin.remotes)
    makeLive(origin, newer, [])
    const good = await origin.sign(origin.remotes)
    await openUsers(page)
    const hash = newer.release.integrity[fileOf(newer, FILES.entry)] ?? ''
    const flipped = hash.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    origin.registry = (route) => respond(route, how === CHANGED ? good.replace(hash, flipped) : before)
    await page.reload()
    await openScores(page)
    await waitForRows(page, '2.1.0')
    await expect
      .poll(() => origin.reports)
      .toContainEqual(
        expect.objectContaining({
          type: 'registry-refused',
          reason: expect.stringContaining(how === CHANGED ? 'was altered' : 'is older than'),
        }),
      )
    note('registry', how, 'registry.json refused, rows of 2.1.0, the last known good one')
    await expectOtherTabsWork(page)
  })
}
