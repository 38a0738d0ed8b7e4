import type { Browser, Page } from '@playwright/test'
import { longestTask } from '../main-thread'
import { Traffic } from './traffic'
import { inContexts, openLogin, press, runIdleTasks, submitLogin, tabSelector } from './visit'

/** The cost of opening a tab again. */
export interface Reopening {
  /** From the click to the painted rows, in milliseconds. */
  time: number
  /** The longest task of the page, in milliseconds of CPU time. */
  work: number
  /** Number of requests, with and without those for the registry. */
  requests: { all: number; besidesRegistry: number }
}

/** Longer than a registry response counts as fresh (`FRESH_MS` in shell/src/remotes/registry/client.ts), in milliseconds. */
const STALE_AFTER_MS = 2_500

/** Opens tabs again, each after the registry response has become stale. */
export function reopen(browser: Browser, origin: string): Promise<Reopening> {
  return inContexts(browser, async (context) => {
    const page = await context.newPage()
    const traffic = await Traffic.of(page)
    await openLogin(page, `${origin}/login`)
    await submitLogin(page)
    await runIdleTasks(page)
    await press(page, tabSelector('Codigos'), 'Codigos')
    await waitUntilStale(page)
    await traffic.takeRequestedUrls()
    const time = await press(page, tabSelector('Usuarios'), 'Usuarios')
    const requested = await traffic.takeRequestedUrls()
    await waitUntilStale(page)
    // A separate opening, because tracing would add to the time.
    const work = await longestTask(browser, undefined, async () => {
      await press(page, tabSelector('Codigos'), 'Codigos')
    })
    const besidesRegistry = requested.filter((url) => !url.endsWith('/registry.json')).length
    return { time, work, requests: { all: requested.length, besidesRegistry } }
  })
}

/** Waits until the page has received no resource for the stale time, and shows nothing as busy. */
async function waitUntilStale(page: Page): Promise<void> {
  await page.waitForFunction((quiet) => {
    const received = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const last = Math.max(...received.map(({ responseEnd }) => responseEnd))
    return performance.now() - last > quiet && !document.querySelector('[aria-busy=true]')
  }, STALE_AFTER_MS)
}
