import { expect, type Page, type Request } from '@playwright/test'
import { neverIdle } from './test'

/**
 * Replaces the clock of the page by one that a test moves. Nothing is prefetched: the clock would time that out too.
 *
 * @returns a function that moves it forward, in milliseconds. It first waits for pending requests: the clock would skip
 * their time limits.
 */
export async function installClock(page: Page): Promise<(ms: number) => Promise<void>> {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  await page.clock.install()
  // After the clock, which replaces idle callbacks too.
  await neverIdle(page)
  return async (ms) => {
    await expect.poll(() => [...pending].map((request) => request.url())).toEqual([])
    await page.clock.fastForward(ms)
  }
}
