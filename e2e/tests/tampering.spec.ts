import { basename } from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { PublishedRelease } from 'registry/store'
import { enter, makeLive, openScores, requireTheRest, rowsOf, SCORES, test } from '../support/faults'
import { respond } from '../support/release-origin'
import { buildStyled } from '../support/styled-builds'
import { oneByteChanged } from '../support/tampering'
import { expect } from '../support/test'

// One worker: the two builds are made once, and the table is printed once, whole.
test.describe.configure({ mode: 'default' })

const CHANGED = 'one byte changed'
const SWAPPED = 'swapped for that of an older release'
const FILES = { entry: /\/remoteEntry\..*\.js$/, chunk: /\/Tab\..*\.js$/, 'style sheet': /\/Tab\..*\.css$/ }
const REFUSED = /Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/

/** By what was tampered with: what was refused, and what the user saw. */
const table: Record<string, Record<string, string>> = {}
const note = (what: string, how: string, outcome: string) => {
  table[what] = { ...table[what], [how]: outcome }
}

let older: PublishedRelease
let newer: PublishedRelease

test.beforeAll(async ({ releases: { store } }) => {
  test.setTimeout(300_000)
  const published: PublishedRelease[] = []
  await buildStyled(SCORES, ['2.0.0', '2.1.0'], async (dist) => void published.push(await store.publishBuild(dist)))
  const [first, second] = published
  if (!first || !second) throw new Error('Two versions are built.')
  older = first
  newer = second
})
test.afterAll(() => console.table(table))

/** The version that the style sheets in use are of. */
const styles = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--tab-version'))

/** A file of a release, such as its style sheet. */
function fileOf({ release }: PublishedRelease, pattern: RegExp): string {
  const path = Object.keys(release.integrity).find((name) => pattern.test(`/${name}`))
  if (!path) throw new Error(`${release.version} has no ${pattern}.`)
  return path
}

function answer(route: Route, body: Buffer): Promise<void> {
  const contentType = route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript'
  return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } })
}

for (const [what, pattern] of Object.entries(FILES)) {
  test(`${what} as it was published: it is used`, async ({ page, origin, releases: { store } }) => {
    makeLive(origin, newer, [])
    const served: string[] = []
    await page.route(pattern, async (route) => {
      served.push(route.request().url())
      await answer(route, await store.contentAt(route.request().url()))
    })
    await enter(page)
    await openScores(page)
    await rowsOf(page, '2.1.0')
    expect(await styles(page)).toContain('2.1.0')
    expect(served.some((url) => url.includes(`${SCORES}/2.1.0/`))).toBe(true)
  })

  for (const how of [CHANGED, SWAPPED]) {
    test(`${what}, ${how}: it is refused, and rows of the release before it are shown`, async ({
      page,
      origin,
      releases: { store },
    }) => {
      makeLive(origin, newer, [older])
      await page.route(`**/${SCORES}/2.1.0/${fileOf(newer, pattern)}`, async (route) => {
        const { href } = new URL(`../2.0.0/${fileOf(older, pattern)}`, route.request().url())
        const tampered =
          how === CHANGED ? oneByteChanged(await store.contentAt(route.request().url())) : await store.contentAt(href)
        await answer(route, tampered)
      })
      const refusal = page.waitForEvent('console', (message) => REFUSED.test(message.text()))
      await enter(page)
      await openScores(page)
      await rowsOf(page, '2.0.0')
      const [, refused = ''] = REFUSED.exec((await refusal).text()) ?? []
      expect(refused).toContain(`${SCORES}/2.1.0/${fileOf(newer, pattern)}`)
      expect(await styles(page)).toContain('2.0.0')
      note(what, how, `${basename(refused)} refused, rows of 2.0.0`)
      await requireTheRest(page)
      await expect.poll(() => origin.reports).toMatchObject([{ type: 'fallback', remote: SCORES }])
    })
  }
}

for (const how of [CHANGED, SWAPPED]) {
  test(`registry, ${how}: it is refused, and rows of the last good one are shown`, async ({ page, origin }) => {
    makeLive(origin, older, [])
    const before = await origin.sign(origin.remotes)
    makeLive(origin, newer, [])
    const good = await origin.sign(origin.remotes)
    await enter(page)
    const hash = newer.release.integrity[fileOf(newer, FILES.entry)] ?? ''
    const flipped = hash.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    origin.registry = (route) => respond(route, how === CHANGED ? good.replace(hash, flipped) : before)
    await page.reload()
    await openScores(page)
    await rowsOf(page, '2.1.0')
    await expect
      .poll(() => origin.reports)
      .toContainEqual(
        expect.objectContaining({
          type: 'registry-refused',
          reason: expect.stringContaining(how === CHANGED ? 'was altered' : 'is older than'),
        }),
      )
    note('registry', how, 'registry.json refused, rows of 2.1.0, the last good one')
    await requireTheRest(page)
  })
}
