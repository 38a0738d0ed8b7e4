import { createPrivateKey } from 'node:crypto'
import { createKey } from '@canje/release-store'
import type { Route } from '@playwright/test'
import {
  createFaultTable,
  expectOtherTabsWork,
  makeLive,
  openScores,
  openUsers,
  retry,
  test,
  waitForFailure,
  waitForRows,
  waitForUsers,
} from '../support/faults'
import { type ReleaseOrigin, refetchRegistry, registered, respond } from '../support/release-origin'
import { expect } from '../support/test'

const table = createFaultTable()

const unknownKey = createPrivateKey(createKey())

async function unsigned(origin: ReleaseOrigin): Promise<string> {
  const { signature: _, ...rest } = JSON.parse(await origin.sign(origin.remotes))
  return JSON.stringify(rest)
}

/** Signs with an unknown key under the key id of the trusted one. */
async function signedWithForgedKeyId(origin: ReleaseOrigin): Promise<string> {
  const { signature } = JSON.parse(await origin.sign(origin.remotes))
  const forged = JSON.parse(await origin.sign(origin.remotes, { key: unknownKey }))
  return JSON.stringify({ ...forged, signature: { ...forged.signature, keyId: signature.keyId } })
}

const faults: [string, (route: Route, origin: ReleaseOrigin) => Promise<void>][] = [
  ['that is unreachable', (route) => route.abort()],
  ['of HTML', (route) => respond(route, '<!doctype html><title>Portal</title>')],
  ['of 0 bytes', (route) => respond(route, '')],
  ['without a signature', async (route, origin) => respond(route, await unsigned(origin))],
  [
    'signed with an unknown key',
    async (route, origin) => respond(route, await origin.sign(origin.remotes, { key: unknownKey })),
  ],
  [
    'signed with an unknown key under the trusted key id',
    async (route, origin) => respond(route, await signedWithForgedKeyId(origin)),
  ],
  [
    'that was altered',
    async (route, origin) => respond(route, (await origin.sign(origin.remotes)).replace('Puntaje', 'Puntos')),
  ],
  ['without remotes', async (route, origin) => respond(route, await origin.sign([]))],
]

for (const [fault, faulty] of faults) {
  test(`a registry ${fault}: the shell uses the last known good one, and a new browser can retry`, async ({
    page,
    origin,
  }) => {
    await openUsers(page)
    const { registry } = origin
    origin.registry = (route) => faulty(route, origin)
    await table.time(
      `registry ${fault}`,
      'tabs of the last known good registry',
      () => page.reload(),
      () => waitForUsers(page),
    )
    await expectOtherTabsWork(page)
    await page.evaluate(() => localStorage.clear())
    await table.time(
      `registry ${fault}, new browser`,
      'failure with Reintentar',
      () => page.reload(),
      () => waitForFailure(page, 'No se pudieron cargar las pestañas'),
    )
    origin.registry = registry
    await retry(page)
    await expectOtherTabsWork(page)
  })
}

test('a slow registry: the shell uses the last known good one after a second, and then the response', async ({
  page,
  origin,
  releases,
}) => {
  await openUsers(page)
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
    'tabs of the last known good registry',
    () => page.reload(),
    () => waitForUsers(page),
  )
  release()
  await refetchRegistry(page, origin)
  await openScores(page)
  await waitForRows(page, '1.1.0')
})

test('a registry older than the stored one: the shell keeps the newer one', async ({ page, origin, releases }) => {
  makeLive(origin, releases.newer, [])
  await openUsers(page)
  const old = await origin.sign(
    releases.store.live.map((live) => registered(live)),
    { serial: 1 },
  )
  origin.registry = (route) => respond(route, old)
  await table.time(
    'registry older than the stored one',
    'rows of the newer release, 1.1.0',
    async () => {
      await page.reload()
      await openScores(page)
    },
    () => waitForRows(page, '1.1.0'),
  )
  await expectOtherTabsWork(page)
  await expect.poll(() => origin.reports.map(({ type }) => type)).toContain('registry-refused')
})

test('a registry with a missing remote: its tab shows a failure with Reintentar', async ({
  page,
  origin,
  releases,
}) => {
  const unknown = registered({ ...releases.good, name: 'mf-premios' })
  unknown.live = { ...unknown.live, tab: { ...unknown.live.tab, id: 'premios', label: 'Premios', order: 9 } }
  unknown.live.build = 'unknown'
  unknown.live.entry = 'mf-premios/1.0.0/remoteEntry.js'
  unknown.live.preload = []
  unknown.live.integrity = { 'remoteEntry.js': Object.values(releases.good.release.integrity)[0] ?? '' }
  await openUsers(page)
  origin.change([...origin.remotes, unknown])
  await page.reload()
  await table.time(
    'registry with a missing remote',
    'failure with Reintentar in a sixth tab',
    () => page.getByRole('tab', { name: 'Premios' }).click(),
    () => waitForFailure(page, 'No se pudo mostrar la pestaña Premios'),
  )
  await expectOtherTabsWork(page)
})

test('a registry with two remotes of the same name: the shell uses the first', async ({ page, origin, releases }) => {
  origin.change([...origin.remotes, registered(releases.newer)])
  await openUsers(page)
  await table.time(
    'two remotes with the same name',
    'rows of the first, 1.0.0',
    () => openScores(page),
    () => waitForRows(page, '1.0.0'),
  )
  await expect(page.getByRole('tab')).toHaveCount(5)
  await expectOtherTabsWork(page)
})

test('a registry without the hash of an entry: the shell shows the previous release', async ({
  page,
  origin,
  releases,
}) => {
  const unhashed = { ...releases.newer, release: { ...releases.newer.release, integrity: {} } }
  makeLive(origin, unhashed, [releases.good])
  await openUsers(page)
  await table.time(
    'registry without the hash of an entry',
    'rows of the previous release',
    () => openScores(page),
    () => waitForRows(page, '1.0.0'),
  )
  await expect.poll(() => origin.reports).toMatchObject([{ type: 'fallback', reason: /has no hash of/ }])
  makeLive(origin, unhashed, [])
  await page.reload()
  await refetchRegistry(page, origin)
  await openScores(page)
  await waitForFailure(page)
  await expectOtherTabsWork(page)
})

test('a registry with a malformed live release: the shell shows the previous release', async ({
  page,
  origin,
  releases,
}) => {
  const malformed = { ...releases.newer, release: { ...releases.newer.release, build: '../1.1.0' } }
  makeLive(origin, malformed, [malformed, releases.good])
  await openUsers(page)
  await table.time(
    'registry with a malformed live release',
    'rows of the previous release',
    () => openScores(page),
    () => waitForRows(page, '1.0.0'),
  )
  await expectOtherTabsWork(page)
  await expect.poll(() => origin.reports.map(({ type }) => type)).toContain('releases-refused')
})

for (const entry of ['data:text/javascript,alert(1)', 'javascript:alert(1)']) {
  test(`a registry with the entry ${entry}: the shell shows the previous release`, async ({
    page,
    origin,
    releases,
  }) => {
    const malformed = { ...releases.newer, release: { ...releases.newer.release, entry } }
    makeLive(origin, malformed, [releases.good])
    await openUsers(page)
    await table.time(
      `registry with the entry ${entry}`,
      'rows of the previous release',
      () => openScores(page),
      () => waitForRows(page, '1.0.0'),
    )
    await expectOtherTabsWork(page)
    await expect.poll(() => origin.reports.map(({ type }) => type)).toContain('releases-refused')
  })
}

test('a stored registry with a data: entry: the other tabs work while the registry is unavailable', async ({
  page,
  origin,
  releases,
}) => {
  await openUsers(page)
  const malformed = { ...releases.newer, release: { ...releases.newer.release, entry: 'data:text/javascript,' } }
  makeLive(origin, malformed, [])
  const json = JSON.parse(await origin.sign(origin.remotes))
  const stored = { registryUrl: `${process.env.REMOTES_URL}/registry.json`, serial: json.serial, json }
  await page.evaluate((text) => localStorage.setItem('canje.registry', text), JSON.stringify(stored))
  origin.registry = (route) => route.abort()
  await page.reload()
  await waitForUsers(page)
  await expectOtherTabsWork(page)
  await expect(page.getByRole('tab')).toHaveCount(4)
})
