import type { PublishedRelease } from '@canje/release-store'
import type { CDPSession, Page } from '@playwright/test'
import { openStore, refetchState, registered, serveStore } from '../support/release-origin'
import { test as base, expect, openMain, openTab } from '../support/test'

const LABELS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']
// A few repetitions reveal a leak of each. For more: `OPENINGS=50 CHANGES=20 npx playwright test memory-leaks`.
const OPENINGS = Number(process.env.OPENINGS ?? 5)
const CHANGES = Number(process.env.CHANGES ?? 2)

const table: Record<string, Resources> = {}

/** Resources that a page holds after garbage collection. */
interface Resources {
  'heap MB': number
  listeners: number
  nodes: number
  timers: number
  styles: number
  scripts: number
}

const test = base.extend<{ resources: (label: string) => Promise<Resources> }>({
  resources: async ({ page }, use) => {
    await countTimers(page)
    const session = await page.context().newCDPSession(page)
    await use(async (label) => {
      let last = await resourcesOf(page, session)
      // A tab continues to add resources for a moment after it is opened.
      await expect(async () => {
        const before = last
        last = await resourcesOf(page, session)
        expect({ ...last, 'heap MB': 0 }).toEqual({ ...before, 'heap MB': 0 })
      }).toPass({ intervals: [1000] })
      table[label] = last
      return last
    })
  },
})

test.setTimeout(240_000 + 2_000 * OPENINGS + 10_000 * CHANGES)
test.afterAll(() => console.table(table))

/** Makes a page record its pending timers. */
function countTimers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const timers = new Set<number>()
    const { setTimeout, setInterval, clearTimeout, clearInterval } = window
    const once = (run: () => void, delay?: number) => {
      const id = setTimeout(() => {
        timers.delete(id)
        run()
      }, delay)
      timers.add(id)
      return id
    }
    const repeated = (run: () => void, delay?: number) => {
      const id = setInterval(run, delay)
      timers.add(id)
      return id
    }
    const forget = (clear: (id?: number) => void) => (id?: number) => {
      if (id !== undefined) timers.delete(id)
      clear(id)
    }
    Object.assign(window, {
      timers,
      setTimeout: once,
      setInterval: repeated,
      clearTimeout: forget(clearTimeout),
      clearInterval: forget(clearInterval),
    })
  })
}

async function resourcesOf(page: Page, session: CDPSession): Promise<Resources> {
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((candidate) => candidate.name === name)?.value ?? Number.NaN
  const { timers, styles, scripts } = await page.evaluate(() => ({
    timers: Reflect.get(window, 'timers').size as number,
    styles: document.querySelectorAll('style, link[rel=stylesheet]').length,
    scripts: document.querySelectorAll('script').length,
  }))
  return {
    'heap MB': Math.round(metric('JSHeapUsedSize') / 1e5) / 10,
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    timers,
    styles,
    scripts,
  }
}

/** Opens tabs that have been open before, one after the other, `times` times. */
function reopen(page: Page, labels: string[], times = 1): Promise<void> {
  return page.evaluate(
    async ({ labels, times }) => {
      for (const label of Array.from({ length: times }, () => labels).flat()) {
        const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
          ({ textContent }) => textContent === label,
        )
        const panel = document.getElementById(tab?.getAttribute('aria-controls') ?? '')
        tab?.click()
        while (!panel?.checkVisibility()) await new Promise(requestAnimationFrame)
      }
    },
    { labels, times },
  )
}

/**
 * Requires that no resource has grown, with a tolerance for the engine's own heap. It retries, because the engine decides
 * when to collect garbage.
 */
async function expectNoGrowth(now: () => Promise<Resources>, before: Resources): Promise<void> {
  await expect(async () => {
    const after = await now()
    expectNoneLeft(before, after)
    expect(after['heap MB']).toBeLessThan(before['heap MB'] * 1.2)
    expect(after.styles).toBeLessThanOrEqual(before.styles)
    expect(after.scripts).toBeLessThanOrEqual(before.scripts)
  }).toPass()
}

/** Requires that a tab leaves nothing behind that runs. */
function expectNoneLeft(before: Resources, after: Resources): void {
  expect(after.listeners).toBeLessThanOrEqual(before.listeners)
  expect(after.nodes).toBeLessThan(before.nodes * 1.1)
  expect(after.timers).toBeLessThanOrEqual(before.timers + 1)
}

test(`${OPENINGS} openings of each tab leak no resources`, async ({ page, resources, allowConsoleErrors }) => {
  // The openings may keep a busy machine from reading a state in time.
  allowConsoleErrors(/^LostResponseError: .*TimeoutError/)
  await openMain(page)
  for (const label of LABELS) await openTab(page, label)
  await reopen(page, LABELS)
  const before = await resources('every tab opened')
  await reopen(page, LABELS, OPENINGS)
  await expectNoGrowth(() => resources(`${OPENINGS} openings of each later`), before)
})

// Their code and styles stay until the page ends (D46, a slow release is slow).
test(`${CHANGES} changes of the live release leave nothing that runs`, { tag: '@long' }, async ({
  page,
  resources,
}) => {
  const store = await openStore()
  const versions: PublishedRelease[] = []
  for (let minor = 1; minor <= CHANGES + 1; minor++) {
    versions.push(await store.publishDerived('mf-scores', `1.${minor}.0`))
  }
  const origin = await serveStore(page, store)
  const change = async (to: PublishedRelease) => {
    origin.change(origin.remotes.map((remote) => (remote.name === to.name ? registered(to) : remote)))
    await refetchState(page, origin, to.name)
    await reopen(page, ['Usuarios'])
    await openTab(page, 'Puntaje')
    await expect(page.locator(`[data-release="mf-scores@${to.release.version}"]`)).toBeVisible()
  }
  await openMain(page)
  await openTab(page, 'Puntaje')
  const [first, ...others] = versions
  if (!first) throw new Error('No release was published.')
  await change(first)
  const before = await resources('one change of version')
  for (const version of others) await change(version)
  await expect(async () => expectNoneLeft(before, await resources(`${CHANGES} changes later`))).toPass()
  await store.close()
})
