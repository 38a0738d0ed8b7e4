import type { Browser, Page } from '@playwright/test'
import { longestTask } from '../main-thread'
import { Traffic } from './traffic'
import { beIdle, enter, inContexts, press, tabCalled, untilUsable } from './visit'

/** What it takes to open a tab again. */
export interface Reopening {
  /** From the press to its rows, painted, in milliseconds. */
  time: number
  /** The longest task of the page meanwhile, in milliseconds on the processor. */
  work: number
  /** What the page asks for: all of it, and that which is not the registry. */
  requests: { all: number; besidesRegistry: number }
}

/** Longer than what the registry said counts as fresh (`FRESH_MS` in shell/src/remotes/registry/client.ts), in milliseconds. */
const STALE_AFTER = 2_500

/** Opens tabs again, each when the registry would be asked again. */
export function reopen(browser: Browser, origin: string): Promise<Reopening> {
  return inContexts(browser, async (context) => {
    const page = await context.newPage()
    const traffic = await Traffic.of(page)
    await untilUsable(page, `${origin}/login`)
    await enter(page)
    await beIdle(page)
    await press(page, tabCalled('Codigos'), 'Codigos')
    await beStale(page)
    await traffic.takeAsked()
    const time = await press(page, tabCalled('Usuarios'), 'Usuarios')
    const asked = await traffic.takeAsked()
    await beStale(page)
    // Another opening, as the trace takes time too.
    const work = await longestTask(browser, undefined, async () => {
      await press(page, tabCalled('Codigos'), 'Codigos')
    })
    const besidesRegistry = asked.filter((address) => !address.endsWith('/registry.json')).length
    return { time, work, requests: { all: asked.length, besidesRegistry } }
  })
}

/** Lets so much time pass in which nothing comes, with nothing on its way. */
async function beStale(page: Page): Promise<void> {
  await page.waitForFunction((quiet) => {
    const came = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const last = Math.max(...came.map(({ responseEnd }) => responseEnd))
    return performance.now() - last > quiet && !document.querySelector('[aria-busy=true]')
  }, STALE_AFTER)
}
