import type { Route } from 'playwright-core'

const RESPONSE_TIMEOUT_MS = 30_000
const POLICY = 'content-security-policy'
/** They describe the transfer to this process, or sign a person in. */
const NOT_FOR_PAGE = ['content-encoding', 'content-length', 'set-cookie', 'transfer-encoding']

/**
 * Fetches in this process what a page of Chromium requests: headers of an origin, proxies and certificate authorities
 * (NODE_EXTRA_CA_CERTS) are those of the command, and the page knows no secret.
 *
 * @param url by default that of the request
 * @returns the complete response, for `route.fulfill`
 */
export async function fetchForPage(route: Route, url = route.request().url()) {
  const request = route.request()
  const response = await fetch(url, {
    method: request.method(),
    headers: request.headers(),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  })
  const headers = [...response.headers].filter(([name]) => !NOT_FOR_PAGE.includes(name))
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** Responds to a page with {@link fetchForPage}. @param granted URLs to which its policy lets it connect, too */
export async function respondToPage(route: Route, url = route.request().url(), granted: string[] = []): Promise<void> {
  const response = await fetchForPage(route, url).catch(() => undefined)
  const policy = response?.headers[POLICY]
  if (policy) response.headers[POLICY] = policy.replace(/(?<=connect-src)/, granted.map((one) => ` ${one}`).join(''))
  await (response ? route.fulfill(response) : route.abort())
}
