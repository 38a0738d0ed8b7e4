/** Browsers fail the requests with `keepalive` that together exceed 64 KiB while they are under way. */
const MAX_KEEPALIVE_BYTES = 60_000

/**
 * Creates the sender of bodies to a URL. A request outlives the page, unless those under way take all that browsers allow.
 * Nothing is thrown: a body that is not delivered goes to the console.
 */
export function createPost(url: string): (body: string) => Promise<void> {
  let underWay = 0
  return async (body) => {
    const bytes = new TextEncoder().encode(body).length
    const keepalive = underWay + bytes <= MAX_KEEPALIVE_BYTES
    const headers = { 'Content-Type': 'application/json' }
    if (keepalive) underWay += bytes
    try {
      const { ok, status } = await fetch(url, { method: 'POST', keepalive, credentials: 'omit', headers, body })
      if (!ok) console.warn(`${url} responded with ${status}. The event was not delivered: ${body}`)
    } catch {
      console.warn(`${url} cannot be reached. The event was not delivered: ${body}`)
    } finally {
      if (keepalive) underWay -= bytes
    }
  }
}
