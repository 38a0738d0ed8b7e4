import { createPrivateKey } from 'node:crypto'
import type { Route } from '@playwright/test'
import { createKey } from 'registry/store'
import {
  enter,
  FaultTable,
  makeLive,
  openScores,
  requireTheRest,
  retry,
  rowsOf,
  rowsOfUsers,
  sentence,
  test,
} from '../support/faults'
import { type ReleaseOrigin, registered, respond } from '../support/release-origin'
import { expect } from '../support/test'

// One worker: the table is printed once, whole.
test.describe.configure({ mode: 'default' })

const table = new FaultTable()
test.afterAll(() => table.print())

const stranger = createPrivateKey(createKey())

async function unsigned(origin: ReleaseOrigin): Promise<string> {
  const { signature: _, ...rest } = JSON.parse(await origin.sign(origin.remotes))
  return JSON.stringify(rest)
}

/** Signed by a stranger who says it was the key that the shell knows. */
async function disguised(origin: ReleaseOrigin): Promise<string> {
  const { signature } = JSON.parse(await origin.sign(origin.remotes))
  const forged = JSON.parse(await origin.sign(origin.remotes, { key: stranger }))
  return JSON.stringify({ ...forged, signature: { ...forged.signature, keyId: signature.keyId } })
}

const faults: [string, (route: Route, origin: ReleaseOrigin) => Promise<void>][] = [
  ['down', (route) => route.abort()],
  ['HTML', (route) => respond(route, '<!doctype html><title>Portal</title>')],
  ['of 0 bytes', (route) => respond(route, '')],
  ['unsigned', async (route, origin) => respond(route, await unsigned(origin))],
  [
    'signed with another key',
    async (route, origin) => respond(route, await origin.sign(origin.remotes, { key: stranger })),
  ],
  [
    'signed with another key, in the name of the right one',
    async (route, origin) => respond(route, await disguised(origin)),
  ],
  [
    'altered',
    async (route, origin) => respond(route, (await origin.sign(origin.remotes)).replace('Puntaje', 'Puntos')),
  ],
  ['empty', async (route, origin) => respond(route, await origin.sign([]))],
]

for (const [what, answer] of faults) {
  test(`${what}: staff go on with the last good one, and a new browser can retry`, async ({ page, origin }) => {
    await enter(page)
    const { registry } = origin
    origin.registry = (route) => answer(route, origin)
    await table.time(
      `registry ${what}`,
      'the tabs of the last good registry',
      () => page.reload(),
      () => rowsOfUsers(page),
    )
    await requireTheRest(page)
    await page.evaluate(() => localStorage.clear())
    await table.time(
      `registry ${what}, new browser`,
      'sentence with Reintentar',
      () => page.reload(),
      () => sentence(page, 'No se pudieron cargar las pestañas'),
    )
    origin.registry = registry
    await retry(page)
    await requireTheRest(page)
  })
}

test('slow: the last good one is used after a second, and the answer when it comes', async ({
  page,
  origin,
  releases,
}) => {
  await enter(page)
  const { registry } = origin
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  origin.registry = async (route) => {
    await released
    await registry(route)
  }
  makeLive(origin, releases.newer, [])
  await table.time(
    'registry slow',
    'the tabs of the last good registry',
    () => page.reload(),
    () => rowsOfUsers(page),
  )
  const answered = page.waitForResponse('**/registry.json')
  release()
  await (await answered).finished()
  await openScores(page)
  await rowsOf(page, '1.1.0')
})

test('older than one already seen: the newer one stays', async ({ page, origin, releases }) => {
  makeLive(origin, releases.newer, [])
  await enter(page)
  const old = await origin.sign(
    releases.store.live.map((live) => registered(live)),
    { serial: 1 },
  )
  origin.registry = (route) => respond(route, old)
  await table.time(
    'registry older than one seen',
    'rows of the newer one, 1.1.0',
    async () => {
      await page.reload()
      await openScores(page)
    },
    () => rowsOf(page, '1.1.0'),
  )
  await requireTheRest(page)
  await expect.poll(() => origin.reports.map(({ type }) => type)).toContain('registry-refused')
})

test('naming a remote that nobody knows: its tab is there, and says what to do', async ({ page, origin, releases }) => {
  const unknown = registered({ ...releases.good, name: 'mf-premios' })
  unknown.live = { ...unknown.live, tab: { ...unknown.live.tab, id: 'premios', label: 'Premios', order: 9 } }
  unknown.live.build = 'unknown'
  unknown.live.entry = 'mf-premios/1.0.0/remoteEntry.js'
  unknown.live.preload = []
  unknown.live.integrity = { 'remoteEntry.js': Object.values(releases.good.release.integrity)[0] ?? '' }
  await enter(page)
  origin.change([...origin.remotes, unknown])
  await page.reload()
  await table.time(
    'registry naming an unknown remote',
    'sentence with Reintentar in a sixth tab',
    () => page.getByRole('tab', { name: 'Premios' }).click(),
    () => sentence(page, 'No se pudo mostrar la pestaña Premios'),
  )
  await requireTheRest(page)
})

test('with two remotes of the same name: the first is used', async ({ page, origin, releases }) => {
  origin.change([...origin.remotes, registered(releases.newer)])
  await enter(page)
  await table.time(
    'two remotes with the same name',
    'rows of the first, 1.0.0',
    () => openScores(page),
    () => rowsOf(page, '1.0.0'),
  )
  await expect(page.getByRole('tab')).toHaveCount(5)
  await requireTheRest(page)
})

test('without the hash of an entry: rows of the release before it', async ({ page, origin, releases }) => {
  const unhashed = { ...releases.newer, release: { ...releases.newer.release, integrity: {} } }
  makeLive(origin, unhashed, [releases.good])
  await enter(page)
  await table.time(
    'registry without the hash of an entry',
    'rows of the release before it',
    () => openScores(page),
    () => rowsOf(page, '1.0.0'),
  )
  await expect.poll(() => origin.reports).toMatchObject([{ type: 'fallback', reason: /has no hash of/ }])
  makeLive(origin, unhashed, [])
  await page.reload()
  await openScores(page)
  await sentence(page)
  await requireTheRest(page)
})

test('with a malformed live release: rows of the release before it', async ({ page, origin, releases }) => {
  const malformed = { ...releases.newer, release: { ...releases.newer.release, build: '../1.1.0' } }
  makeLive(origin, malformed, [malformed, releases.good])
  await enter(page)
  await table.time(
    'registry with a malformed live release',
    'rows of the release before it',
    () => openScores(page),
    () => rowsOf(page, '1.0.0'),
  )
  await requireTheRest(page)
  await expect.poll(() => origin.reports.map(({ type }) => type)).toContain('releases-refused')
})

for (const entry of ['data:text/javascript,alert(1)', 'javascript:alert(1)']) {
  test(`with an entry that is ${entry}: rows of the release before it`, async ({ page, origin, releases }) => {
    const malformed = { ...releases.newer, release: { ...releases.newer.release, entry } }
    makeLive(origin, malformed, [releases.good])
    await enter(page)
    await table.time(
      `registry with the entry ${entry}`,
      'rows of the release before it',
      () => openScores(page),
      () => rowsOf(page, '1.0.0'),
    )
    await requireTheRest(page)
    await expect.poll(() => origin.reports.map(({ type }) => type)).toContain('releases-refused')
  })
}

test('stored with an entry that is a data: URL: the other tabs work, without the registry too', async ({
  page,
  origin,
  releases,
}) => {
  await enter(page)
  const malformed = { ...releases.newer, release: { ...releases.newer.release, entry: 'data:text/javascript,' } }
  makeLive(origin, malformed, [])
  const json = JSON.parse(await origin.sign(origin.remotes))
  const stored = { registryUrl: `${process.env.REMOTES_URL}/registry.json`, serial: json.serial, json }
  await page.evaluate((text) => localStorage.setItem('canje.registry', text), JSON.stringify(stored))
  origin.registry = (route) => route.abort()
  await page.reload()
  await rowsOfUsers(page)
  await requireTheRest(page)
  await expect(page.getByRole('tab')).toHaveCount(4)
})
