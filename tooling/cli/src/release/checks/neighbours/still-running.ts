import type { Request } from 'playwright-core'
import { activitiesOf } from './activity'
import type { Check } from './check'
import { ASKS } from './interruption'

/** In ms. A tab that sends one request after the other sends the next one in this time. */
const WATCHED_MS = 50

/** Timers, connections, observers and requests that files of the tab have started. */
export const stillRunning: Check = {
  code: 'still-running',
  problem: 'keeps running when it is closed',
  fix: 'End it in the function that the effect returns: clear the timer, abort the request, close the connection, disconnect the observer. Change the URL by the prop "view" only. Begin the names of custom elements with that of the remote.',
  at: ['closed'],
  async watch({ page, tab }) {
    const ownElement = `customElements.define("${tab.name}-`
    const pending = new Set<Request>()
    let seen = new Set<Request>()
    page.on('request', (request) => {
      // The shell's own.
      if ([page.url(), tab.files].some((url) => new URL(url).origin === new URL(request.url()).origin)) return
      pending.add(request)
      seen.add(request)
    })
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
    return async () => {
      seen = new Set(pending)
      await page.waitForTimeout(WATCHED_MS)
      const requests = [...seen].map((request) => `the request ${request.method()} ${request.url()}`)
      const activities = (await activitiesOf(page, tab))
        .filter(({ kind }) => !ASKS.test(kind) && !kind.startsWith(ownElement))
        .map(({ kind, place }) => `${kind} of ${place}`)
      return [...new Set([...activities, ...requests])]
    }
  },
}
