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

/**
 * Stops the clock of the page, so that a slow machine does not exceed a time limit; `page.clock.runFor` moves it. The time
 * to stop at may have passed once the page gets it. Then the clock has stopped without it, and a second try succeeds.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  }).toPass()
}

/** Moves a stopped clock in short steps until a condition holds. */
export async function runClockUntil(
  page: Page,
  condition: (limit: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    await condition({ timeout: 500 })
  }).toPass({ intervals: [20] })
}
