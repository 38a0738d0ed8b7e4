import { isAxiosError } from 'axios'
import { createServiceClient } from './http'
import { bearer, validateLoginRequest } from './requests'
import { retryAfterSeconds } from './retry-after'
import { serviceUrls } from './service-urls'

const securityClient = createServiceClient(15_000)

/** The credentials from the login screen. */
export interface Credentials {
  username: string
  password: string
}

/** Why there is no token; `unavailable` when the service fails or does not respond. */
export type Refusal = 'rejected' | 'unavailable' | TooManyAttempts

/** The security service refuses further sign-in attempts for now (429). */
export interface TooManyAttempts {
  /** Wait in seconds; null when the response has no valid `Retry-After`. */
  retryAfterSeconds: number | null
}

/**
 * Requests a token from the security service (specification §7, D2).
 *
 * @returns the token, or why there is none; an invalid response counts as a rejection
 */
export async function createToken({ username, password }: Credentials): Promise<{ token: string } | Refusal> {
  const response = post('CreateToken', { username_input: username, password_input: password })
  try {
    const token = await response
    return typeof token === 'string' && token !== '' ? { token } : 'rejected'
  } catch (error) {
    if (isOutage(error)) return 'unavailable'
    if (!isAxiosError(error) || error.response?.status !== 429) return 'rejected'
    return { retryAfterSeconds: retryAfterSeconds(error.response.headers['retry-after']) }
  }
}

/**
 * Asks the security service whether a token is valid (specification §7, D3). While the service is busy, fails or does not
 * respond, it is asked up to three times (D23).
 *
 * @returns true when the response has an id other than 0, a number or numeric text; false otherwise or on failure
 */
export async function validateLogin(token: string): Promise<boolean> {
  const { path, body } = validateLoginRequest(token)
  const payload = await retryOutages(() => post(path, body)).catch(() => null)
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return false
  const { id } = payload
  const isNumeric = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')
  return isNumeric && Number.isFinite(Number(id)) && Number(id) !== 0
}

/** Revokes a token (D27: `revoke`). A failure has no effect: the token expires by itself. */
export async function revokeToken(token: string): Promise<void> {
  await post('Logout', { Authorization_input: bearer(token) }).catch(() => undefined)
}

/** True for a status of 5xx and for no response. */
function isOutage(error: unknown): boolean {
  return isAxiosError(error) && (error.response === undefined || error.response.status >= 500)
}

/** Waits before the second and the third attempt, in milliseconds: all attempts start within 2 s (D23). */
const RETRY_WAITS_MS = [400, 1_200]
const RETRY_WITHIN_MS = 2_000

async function retryOutages<T>(send: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      return await send()
    } catch (error) {
      const isBusy = isAxiosError(error) && error.response?.status === 429
      if (!isBusy && !isOutage(error)) throw error
      if (Date.now() + waitMs - startedAt > RETRY_WITHIN_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return send()
}

/** @throws Error synchronously, when the service's URL is not configured */
function post(path: string, body: object): Promise<unknown> {
  const { securityUrl } = serviceUrls()
  return securityClient.post<unknown>(path, body, { baseURL: securityUrl }).then(({ data }) => data)
}
