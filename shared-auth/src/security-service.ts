import { isAxiosError } from 'axios'
import { validateLoginRequest } from './calls'
import { createServiceClient } from './http'
import { retryAfterSeconds } from './retry-after'
import { serviceAddresses } from './service-urls'

const securityClient = createServiceClient(15_000)

/** What the staff member typed on the login screen. */
export interface Credentials {
  username: string
  password: string
}

/** The security service takes no more attempts for now (429). */
export interface TooManyAttempts {
  /** How long to wait, in seconds; null when the service does not tell. */
  retryAfterSeconds: number | null
}

/**
 * Asks the security service for a token (specification §7, D2).
 *
 * @returns the token, how long to wait after a 429, or null when the credentials are rejected, the response is not a
 *   token, or none came
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
 * Asks the security service whether a token still counts (specification §7, D3).
 *
 * @returns true only for an answer whose id is a number, or numeric text, other than 0; false when the call fails
 */
export async function validateLogin(token: string): Promise<boolean> {
  const { path, body } = validateLoginRequest(token)
  const payload = await post(path, body).catch(() => null)
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return false
  const { id } = payload
  const isNumeric = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')
  return isNumeric && Number.isFinite(Number(id)) && Number(id) !== 0
}

/** @throws Error at once, without an address of the service */
function post(path: string, body: object): Promise<unknown> {
  const { securityUrl } = serviceAddresses()
  return securityClient.post<unknown>(path, body, { baseURL: securityUrl }).then(({ data }) => data)
}
