import type { AxiosRequestConfig } from 'axios'
import { countdown } from './clock'
import { type Fault, faultOf } from './fault'
import { createServiceClient } from './http'
import { parseNumber } from './json'
import { bearer, validateLoginRequest } from './requests'
import { serviceUrls } from './services'

const securityClient = createServiceClient(15_000)

/** The credentials from the login screen. */
export interface Credentials {
  username: string
  password: string
}

/**
 * Requests a token from the security service (specification §7, D2).
 *
 * @param renewed the token of an open session, by which the service tells a renewal from a sign-in (D37, audit log)
 * @returns the token, or why there is none; an empty payload is a refusal
 */
export async function createToken({ username, password }: Credentials, renewed?: string): Promise<string | Fault> {
  const options = renewed === undefined ? {} : { headers: { Authorization: bearer(renewed) } }
  const response = post('CreateToken', { username_input: username, password_input: password }, options)
  try {
    const token = await response
    if (typeof token === 'string' && token !== '') return token
    return { kind: token ? 'unreadable' : 'refused' }
  } catch (error) {
    return faultOf(error)
  }
}

/**
 * Asks the security service whether a token is valid (specification §7, D3). While the service is busy, fails or does not
 * respond, it is asked up to three times (D23, failing guard).
 *
 * @param signal ends the request and its retries, when nobody waits for the answer any longer
 * @returns undefined when the response has an id other than 0, a number or numeric text; otherwise why access is denied,
 *   which is `unauthorized` for an id of 0 and for none
 */
export async function validateLogin(token: string, signal?: AbortSignal): Promise<Fault | undefined> {
  const { path, body } = validateLoginRequest(token)
  try {
    return faultOfValidation(await retryOutages(() => post(path, body, signal && { signal })))
  } catch (error) {
    return faultOf(error)
  }
}

function faultOfValidation(payload: unknown): Fault | undefined {
  if (payload === null) return { kind: 'unauthorized' }
  if (typeof payload !== 'object' || !('id' in payload)) return { kind: 'unreadable' }
  const { id } = payload
  if (id === null) return { kind: 'unauthorized' }
  const number = typeof id === 'string' && id.trim() !== '' ? parseNumber(id) : id
  if (typeof number === 'bigint') return undefined
  if (typeof number !== 'number') return { kind: 'unreadable' }
  return number === 0 ? { kind: 'unauthorized' } : undefined
}

/** Waits before the second and the third attempt, in milliseconds: all attempts start within 2 s (D23, failing guard). */
const RETRY_WAITS_MS = [400, 1_200]
const RETRY_WITHIN_MS = 2_000

async function retryOutages<T>(send: () => Promise<T>): Promise<T> {
  const msLeft = countdown(RETRY_WITHIN_MS)
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      return await send()
    } catch (error) {
      if (!['busy', 'failed', 'no-response'].includes(faultOf(error).kind)) throw error
      if (msLeft() < waitMs) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return send()
}

/** Sends a request to the security service. @throws Error synchronously, when the service's URL is not configured */
export function post(path: string, body: object, options: AxiosRequestConfig = {}): Promise<unknown> {
  const { securityUrl } = serviceUrls()
  return securityClient.post<unknown>(path, body, { baseURL: securityUrl, ...options }).then(({ data }) => data)
}
