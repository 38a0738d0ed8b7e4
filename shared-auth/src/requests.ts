/** The requests of the two services (specification §7). This module imports nothing, so build tools can use it. */

/** Matches paths of the info API that only read data: only they may be prefetched and retried (D11, changing GET). */
export const READ_PATH = /^Select\w+$/

/** True when the path of a request says that it only reads data. */
export function isRead(url: string): boolean {
  return READ_PATH.test(url.slice(url.lastIndexOf('/') + 1))
}

/**
 * The POST request that asks the security service whether a token is valid (D3, validation of a session).
 *
 * @returns its path relative to the service's base URL, and its JSON body
 */
export function validateLoginRequest(token: string): { path: string; body: { Authorization_input: string } } {
  return { path: 'ValidateLogin', body: { Authorization_input: bearer(token) } }
}

/** The value of the Authorization header (D8, Authorization header). */
export function bearer(token: string): string {
  return `Bearer ${token}`
}
