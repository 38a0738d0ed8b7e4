import { isPage, LostResponseError, SignInPageError } from '@canje/shared-auth/fault'

/** A request that hangs must not block a later one for the same cache entry. */
const TIMEOUT_MS = 10_000
/** Statuses with which an access proxy sends its page for a file. No file needs a session of Canje. */
const PROXY_STATUSES: readonly number[] = [401, 403]
/** The bytes in which a web page is recognized. */
const START_BYTES = 200

/**
 * Fetches a file: a configuration, a state, or code.
 *
 * @param cache `reload` to replace the cached file
 * @returns its content
 * @throws Error that `faultOf` classifies: after the limit, without a response, for a status other than 2xx, and for a web
 *   page or a redirect to one in place of the file
 */
export async function fetchFile(
  url: string,
  cache: RequestCache = 'default',
  timeoutMs = TIMEOUT_MS,
): Promise<ArrayBuffer> {
  const init: RequestInit = { cache, signal: AbortSignal.timeout(timeoutMs) }
  const { response, content } = await receive(url, init).catch((cause: unknown) => lost(url, init, cause))
  const start = textOf(content.slice(0, START_BYTES))
  const { ok, status } = response
  if (isPage(start) && (ok || PROXY_STATUSES.includes(status))) throw new SignInPageError(url)
  if (ok) return content
  throw Object.assign(new Error(`${url} responded with ${status}.`), { status })
}

/** Decodes UTF-8. */
export function textOf(content: ArrayBuffer): string {
  return new TextDecoder().decode(content)
}

async function receive(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  return { response, content: await response.arrayBuffer() }
}

/**
 * A redirect to the sign-in page of another origin fails by CORS, as a server that is down does. Browsers tell them apart
 * in the page's own origin only.
 */
async function lost(url: string, init: RequestInit, cause: unknown): Promise<never> {
  const isOwn = new URL(url, location.href).origin === location.origin
  const response = isOwn && (await fetch(url, { ...init, redirect: 'manual' }).catch(() => undefined))
  if (response && response.type === 'opaqueredirect') throw new SignInPageError(url)
  throw new LostResponseError(`${url} cannot be reached. ${cause}`, { cause })
}
