import type { Page } from '@playwright/test'

/**
 * Notes what the server answers to a GET call from now on. A page cannot tell: to it, a 304 is a 200 with what the
 * browser has kept.
 *
 * @returns the statuses so far, in the order of the calls
 */
export async function watchStatuses(page: Page, call: string): Promise<() => (number | undefined)[]> {
  const session = await page.context().newCDPSession(page)
  const calls: string[] = []
  const statuses = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'GET' && request.url.endsWith(`/${call}`)) calls.push(requestId)
  })
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode))
  await session.send('Network.enable')
  return () => calls.map((call) => statuses.get(call))
}
