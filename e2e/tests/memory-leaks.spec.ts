import type { CDPSession, Page } from '@playwright/test'
import { expect, openMain, openTab, test } from '../support/test'

const LABELS = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes']
// A few repetitions reveal a leak of each. For more: `OPENINGS=50 npx playwright test memory-leaks`.
const OPENINGS = Number(process.env.OPENINGS ?? 5)

/** What a page holds after garbage collection. */
interface Resources {
  /** In bytes. */
  heap: number
  listeners: number
  nodes: number
  intervals: number
}

/** Makes a page record its intervals. */
function recordIntervals(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const intervals = new Set<number>()
    const { setInterval, clearInterval } = window
    Object.assign(window, {
      intervals,
      setInterval(run: () => void, delay?: number) {
        const id = setInterval(run, delay)
        intervals.add(id)
        return id
      },
      clearInterval(id: number) {
        intervals.delete(id)
        clearInterval(id)
      },
    })
  })
}

async function resourcesOf(page: Page, session: CDPSession): Promise<Resources> {
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((candidate) => candidate.name === name)?.value ?? Number.NaN
  return {
    heap: metric('JSHeapUsedSize'),
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    intervals: await page.evaluate(() => Reflect.get(window, 'intervals').size),
  }
}

/** Opens tabs that have been open before, one after the other, `times` times. */
function reopen(page: Page, times = 1): Promise<void> {
  return page.evaluate(async (labels) => {
    for (const label of labels) {
      const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
        ({ textContent }) => textContent === label,
      )
      const panel = document.getElementById(tab?.getAttribute('aria-controls') ?? '')
      tab?.click()
      while (!panel?.checkVisibility()) await new Promise(requestAnimationFrame)
    }
  }, Array.from({ length: times }, () => LABELS).flat())
}

test(`${OPENINGS} openings of each tab leak no resources`, async ({ page, allowConsoleErrors }) => {
  test.setTimeout(240_000 + 2_000 * OPENINGS)
  // The openings may keep a busy machine from reading a state in time.
  allowConsoleErrors(/^LostResponseError: .*TimeoutError/)
  await recordIntervals(page)
  const session = await page.context().newCDPSession(page)
  await openMain(page)
  for (const label of LABELS) await openTab(page, label)
  await reopen(page)
  let before = await resourcesOf(page, session)
  // A tab continues to add resources for a moment after it is opened.
  await expect(async () => {
    const earlier = before
    before = await resourcesOf(page, session)
    expect({ ...before, heap: 0 }).toEqual({ ...earlier, heap: 0 })
  }).toPass({ intervals: [1000] })

  let earlier = before
  // A leak adds some in every round. A busy machine adds some once, such as the listeners of a state that it reads again.
  await expect(async () => {
    await reopen(page, OPENINGS)
    let after = earlier
    try {
      // The engine decides when to collect garbage, and about its own heap.
      await expect(async () => {
        after = await resourcesOf(page, session)
        expect(after.listeners).toBeLessThanOrEqual(earlier.listeners)
        expect(after.nodes).toBeLessThan(before.nodes * 1.1)
        expect(after.intervals).toBeLessThanOrEqual(earlier.intervals)
        expect(after.heap).toBeLessThan(before.heap * 1.2)
      }).toPass({ timeout: 60_000 })
    } finally {
      earlier = after
    }
  }).toPass()
})
