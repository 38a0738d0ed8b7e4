import { isAxiosError } from 'axios'
import { createServiceClient } from './http'
import { validateLoginRequest } from './requests'
import { retryAfterSeconds } from './retry-after'
import { serviceUrls } from './service-urls'

const securityClient = createServiceClient(15_000)

/** The credentials from the login screen. */
export interface Credentials {
  username: string
  password: string
}

/** The security service refuses further sign-in attempts for now (429). */
export interface TooManyAttempts {
  /** Wait in seconds; null when the response has no valid `Retry-After`. */
  retryAfterSeconds: number | null
}

/**
 * Requests a token from the security service (specification §7, D2).
 *
 * @returns the token; the wait after a 429; null when the credentials are rejected, or there is no valid response
 */
export async function createToken({ username, password }: Credentials): Promise<string | TooManyAttempts | null> {
  const response = post('CreateToken', { username_input: username, password_input: password })
  try {
    const token = await response
    return typeof token === 'string' && token !== '' ? token : null
  } catch (error) {
    if (!isAxiosError(error) || error.response?.status !== 429) return null
    return { retryAfterSeconds: retryAfterSeconds(error.response.headers['retry-after']) }
  }
}

/**
 * Asks the security service whether a token is valid (specification §7, D3).
 *
 * @returns true when the response has an id other than 0, a number or numeric text; false otherwise or on failure
 */
export async function validateLogin(token: string): Promise<boolean> {
  const { path, body } = validateLoginRequest(token)
  const payload = await post(path, body).catch(() => null)
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return false
  const { id } = payload
  const isNumeric = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')
  return isNumeric && Number.isFinite(Number(id)) && Number(id) !== 0
}

/** @throws Error synchronously, when the service's URL is not configured */
function post(path: string, body: object): Promise<unknown> {
  const { securityUrl } = serviceUrls()
  return securityClient.post<unknown>(path, body, { baseURL: securityUrl }).then(({ data }) => data)
}
