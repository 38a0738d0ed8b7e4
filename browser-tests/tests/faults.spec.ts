import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { PublishedRelease } from 'registry/store'
import { FAULT_NAMED } from '../support/console'
import { openStore, type ReleaseOrigin, registered, respond, type Store, serveStore } from '../support/release-origin'
import { test as base, expect, loadedPanel, openTab, signIn } from '../support/test'

// One worker: the table is printed once, whole.
base.describe.configure({ mode: 'default' })

const SCORES = 'mf-scores'
const table: { fault: string; shown: string; 'ms to it': number }[] = []

let store: Store
let good: PublishedRelease
/** Good too, until something happens to it. */
let newer: PublishedRelease

const test = base.extend<{ origin: ReleaseOrigin }>({
  origin: async ({ page, allowConsoleErrors }, use) => {
    allowConsoleErrors(...FAULT_NAMED)
    await use(await serveStore(page, store))
  },
})

test.beforeAll(async () => {
  store = await openStore()
  good = releaseOf(SCORES)
  newer = await store.publishAnother(SCORES, '1.1.0')
})
test.afterAll(async () => {
  console.table(table)
  await store.close()
})

function releaseOf(name: string): PublishedRelease {
  const release = store.live.find((published) => published.name === name)
  if (!release) throw new Error(`${name} is not in the store.`)
  return release
}

/** Signs in; the user is on Usuarios. */
async function enter(page: Page): Promise<void> {
  await signIn(page)
  await loadedPanel(page, 'Usuarios')
}

/** Makes a release of Puntaje live, before the one that was good unless others are given. */
function makeLive(origin: ReleaseOrigin, live: PublishedRelease, previous = [good]): void {
  origin.change(origin.remotes.map((remote) => (remote.name === SCORES ? registered(live, previous) : remote)))
}

/** Does something and waits for what it leads to; the time goes to the table. */
async function time(fault: string, shown: string, act: () => Promise<unknown>, outcome: () => Promise<unknown>) {
  const start = Date.now()
  await act()
  await outcome()
  table.push({ fault, shown, 'ms to it': Date.now() - start })
}

const openScores = (page: Page) => page.getByRole('tab', { name: 'Puntaje' }).click()
const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' }).click()

async function rowsOf(page: Page, version: string): Promise<void> {
  await expect(page.locator(`[data-release="${SCORES}@${version}"]`)).toBeVisible()
  await loadedPanel(page, 'Puntaje')
}

async function sentence(page: Page): Promise<void> {
  await expect(page.getByText('No se pudo mostrar la pestaña Puntaje')).toBeVisible()
}

/** The other tabs work, and the session is there. */
async function requireTheRest(page: Page): Promise<void> {
  await openTab(page, 'Referidos')
  expect(await page.evaluate(() => sessionStorage.getItem('id_token'))).toBeTruthy()
}

base.describe('registry', () => {
  const unsigned = async (origin: ReleaseOrigin) => {
    const { signature: _, ...rest } = JSON.parse(await origin.sign(origin.remotes))
    return JSON.stringify(rest)
  }
  const foreign = async (origin: ReleaseOrigin) =>
    (await origin.sign(origin.remotes)).replace(/"keyId":"\w+"/, '"keyId":"0123456789abcdef"')

  const faults: [string, (route: Route, origin: ReleaseOrigin) => Promise<void>][] = [
    ['down', (route) => route.abort()],
    ['HTML', (route) => respond(route, '<!doctype html><title>Portal</title>')],
    ['unsigned', async (route, origin) => respond(route, await unsigned(origin))],
    ['signed with another key', async (route, origin) => respond(route, await foreign(origin))],
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
      await time(
        `registry ${what}`,
        'the tabs of the last good registry',
        () => page.reload(),
        () => loadedPanel(page, 'Usuarios'),
      )
      await requireTheRest(page)
      await page.evaluate(() => localStorage.clear())
      await time(
        `registry ${what}, new browser`,
        'sentence with Reintentar',
        () => page.reload(),
        () => expect(page.getByText('No se pudieron cargar las pestañas')).toBeVisible(),
      )
      origin.registry = registry
      await retry(page)
      await requireTheRest(page)
    })
  }

  test('slow: the last good one is used after a second, and the answer when it comes', async ({ page, origin }) => {
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
    makeLive(origin, newer)
    await time(
      'registry slow',
      'the tabs of the last good registry',
      () => page.reload(),
      () => loadedPanel(page, 'Usuarios'),
    )
    const answered = page.waitForResponse('**/registry.json')
    release()
    await (await answered).finished()
    await openScores(page)
    await rowsOf(page, '1.1.0')
  })

  test('older than one already seen: the newer one stays', async ({ page, origin }) => {
    makeLive(origin, newer)
    await enter(page)
    const old = await origin.sign(
      store.live.map((live) => registered(live)),
      1,
    )
    await page.reload()
    await loadedPanel(page, 'Usuarios')
    origin.registry = (route) => respond(route, old)
    await time(
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

  test('naming a remote that nobody knows: its tab is there, and says what to do', async ({ page, origin }) => {
    const stranger = registered({ ...good, name: 'mf-premios' })
    stranger.live = { ...stranger.live, tab: { ...stranger.live.tab, id: 'premios', label: 'Premios', order: 9 } }
    stranger.live.build = 'unknown'
    stranger.live.entry = 'mf-premios/1.0.0/remoteEntry.js'
    await enter(page)
    origin.change([...origin.remotes, stranger])
    await page.reload()
    await time(
      'registry naming an unknown remote',
      'sentence with Reintentar in a sixth tab',
      () => page.getByRole('tab', { name: 'Premios' }).click(),
      () => expect(page.getByText('No se pudo mostrar la pestaña Premios')).toBeVisible(),
    )
    await requireTheRest(page)
  })

  test('with two remotes of the same name: the first is used', async ({ page, origin }) => {
    origin.change([...origin.remotes, registered(newer)])
    await enter(page)
    await time(
      'two remotes with the same name',
      'rows of the first, 1.0.0',
      () => openScores(page),
      () => rowsOf(page, '1.0.0'),
    )
    await expect(page.getByRole('tab')).toHaveCount(5)
    await requireTheRest(page)
  })
})

base.describe('remote', () => {
  const entry = /mf-scores\/1\.1\.0\/remoteEntry\..*\.js$/
  const chunk = /mf-scores\/1\.1\.0\/Tab\..*\.js$/

  /** The file as it is published. */
  const published = (route: Route) => readFile(join(store.folder, new URL(route.request().url()).pathname))

  const lost: [string, RegExp, (route: Route) => Promise<void>][] = [
    ['down', /mf-scores\/1\.1\.0\//, (route) => route.abort()],
    ['entry 404', entry, (route) => respond(route, 'not found', 404)],
    ['chunk 404 after a deployment', chunk, (route) => respond(route, 'not found', 404)],
    ['truncated', chunk, async (route) => respond(route, (await published(route)).subarray(0, -100))],
    ['one byte changed in its entry', entry, async (route) => respond(route, changed(await published(route)))],
    ['one byte changed in a chunk', chunk, async (route) => respond(route, changed(await published(route)))],
    ['never answers', entry, () => new Promise(() => undefined)],
  ]

  function changed(content: Buffer): Buffer {
    content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1)
    return content
  }

  for (const [what, files, answer] of lost) {
    test(`${what}: rows of the release before it`, async ({ page, origin }) => {
      makeLive(origin, newer)
      await page.route(files, answer)
      await enter(page)
      await fallsBack(page, origin, `remote ${what}`)
    })
  }

  const requires = (range: Record<string, string>) => ({ requires: range })
  const handmade: [string, string, string, object?][] = [
    ['throws at load', '1.2.0', "(() => { throw new Error('mala') })()"],
    ['throws at first render', '1.2.1', "{ default() { throw new Error('mala') } }"],
    ['exports something else', '1.2.2', "{ tabla: 'nada' }"],
    ['wrong singleton version', '1.2.3', "{ default: () => 'Filas' }", requires({ react: '^18.0.0' })],
    ['built for a contract too new', '1.2.4', "{ default: () => 'Filas' }", requires({ 'shared-auth': '^9.0.0' })],
  ]

  for (const [what, version, exposed, changes] of handmade) {
    test(`${what}: rows of the release before it`, async ({ page, origin }) => {
      makeLive(origin, await store.publishHandmade(SCORES, version, exposed, changes))
      await enter(page)
      await fallsBack(page, origin, `remote ${what}`)
    })
  }

  async function fallsBack(page: Page, origin: ReleaseOrigin, fault: string): Promise<void> {
    await time(
      fault,
      'rows of the release before it',
      () => openScores(page),
      () => rowsOf(page, '1.0.0'),
    )
    await requireTheRest(page)
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

  test('throws later: a sentence, and Reintentar leads to the release before it', async ({ page, origin }) => {
    const throwsLater = "{ default() { if (window.isBroken) throw new Error('mala'); return 'Filas de antes' } }"
    makeLive(origin, await store.publishHandmade(SCORES, '1.3.0', throwsLater))
    await enter(page)
    await openScores(page)
    await expect(page.getByText('Filas de antes')).toBeVisible()
    await time(
      'remote throws later',
      'sentence with Reintentar',
      () => renderAgain(page, origin),
      () => sentence(page),
    )
    await retry(page)
    await rowsOf(page, '1.0.0')
    await requireTheRest(page)
  })

  /** A changed registry renders what is on screen again. */
  async function renderAgain(page: Page, origin: ReleaseOrigin): Promise<void> {
    origin.change([...origin.remotes])
    await page.evaluate(() => {
      Object.assign(window, { isBroken: true })
      window.dispatchEvent(new Event('focus'))
    })
  }

  test('origin down: a sentence, and Reintentar once it is up', async ({ page, origin }) => {
    await enter(page)
    const address = `${process.env.REMOTES_URL}/**`
    const abort = (route: Route) => route.abort()
    await page.route(address, abort)
    await time(
      'remotes origin down',
      'sentence with Reintentar',
      () => openScores(page),
      () => sentence(page),
    )
    await page.unroute(address, abort)
    await retry(page)
    await rowsOf(page, '1.0.0')
    await requireTheRest(page)
    expect(origin.reports).toEqual([])
  })

  test('503 twice, then good: Reintentar brings it', async ({ page, origin }) => {
    makeLive(origin, newer, [])
    let asked = 0
    await page.route(entry, (route) => {
      asked += 1
      return asked > 2 ? route.fallback() : respond(route, 'busy', 503)
    })
    await enter(page)
    await time(
      'remote 503 twice, then good',
      'sentence, then rows by Reintentar',
      async () => {
        await openScores(page)
        await sentence(page)
        await retry(page)
        await expect.poll(() => asked).toBe(2)
        await sentence(page)
        await retry(page)
      },
      () => rowsOf(page, '1.1.0'),
    )
    await requireTheRest(page)
  })

  test('a good release that has replaced a bad one meanwhile comes by Reintentar', async ({ page, origin }) => {
    const bad = await store.publishHandmade(SCORES, '1.4.0', '{}')
    makeLive(origin, bad, [])
    await enter(page)
    await openScores(page)
    await sentence(page)
    makeLive(origin, newer, [])
    await retry(page)
    await rowsOf(page, '1.1.0')
  })
})
