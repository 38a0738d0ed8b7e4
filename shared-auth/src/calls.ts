/** What the specification says of the services' calls (§7), in one place; it depends on nothing. */

/** The path of a call to the info API that changes nothing: it may be prefetched and repeated, unlike any other (D11). */
export const READ_PATH = /^Select\w+$/

const VALIDATE_LOGIN = 'ValidateLogin'

/** Whether a call, by its URL or path, changes nothing. */
export function isRead(url: string): boolean {
  const path = url.slice(url.lastIndexOf('/') + 1)
  return path === VALIDATE_LOGIN || READ_PATH.test(path)
}

/**
 * The POST by which the security service is asked whether a token still counts (D3).
 *
 * @returns the path relative to the service's base URL, and the JSON body
 */
export function validateLoginRequest(token: string): { path: string; body: { Authorization_input: string } } {
  return { path: VALIDATE_LOGIN, body: { Authorization_input: bearer(token) } }
}

/** The value of the Authorization header (D8). */
export function bearer(token: string): string {
  return `Bearer ${token}`
}
