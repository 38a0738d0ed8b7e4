import type { BrowserContext, Page, Request } from 'playwright-core'
import { isFirefox } from '../browser'

/** Two frames each, without a request under way. */
const QUIET_ROUNDS = 4
/** The network of a tab that polls is never idle. */
const TIMEOUT_MS = 5_000

/** Waits until a page has done what it was going to. */
export type Settle = (page: Page) => Promise<void>

/** Counts the requests of a context. */
export function countRequests(context: BrowserContext): Settle {
  const pending = new Set<Request>()
  context.on('request', (request) => {
    // Firefox does not report the end of requests of a page that is left.
    if (isFirefox(context) && request.isNavigationRequest()) pending.clear()
    pending.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => void pending.delete(request))
  return async (page) => {
    const end = Date.now() + TIMEOUT_MS
    for (let round = 0; round < QUIET_ROUNDS && Date.now() < end; round = pending.size > 0 ? 0 : round + 1) {
      await page.evaluate(twoFrames)
      // The browser asks its network process for the cookies of a request before it reports the request to a route.
      await context.cookies()
    }
  }
}

/** Runs in the page. Observers are notified once a frame, also while a fake clock stops its other functions. */
async function twoFrames(): Promise<void> {
  for (const _ of [1, 2])
    await new Promise<void>((resolve) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        resolve()
      })
      observer.observe(document.documentElement)
    })
}
