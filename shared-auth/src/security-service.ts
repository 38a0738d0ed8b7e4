import { validationOf } from './early-calls'
import { createServiceClient } from './http'
import { serviceAddresses } from './services'

const securityClient = createServiceClient(15_000)

/** What the staff member typed on the login screen. */
export interface Credentials {
  username: string
  password: string
}

/**
 * Asks the security service for a token (specification §7, D2).
 *
 * @returns the token, or null when the credentials are rejected, the answer is not a token, or no answer came
 */
export async function createToken({ username, password }: Credentials): Promise<string | null> {
  const token = await payloadOf('CreateToken', { username_input: username, password_input: password })
  return typeof token === 'string' && token !== '' ? token : null
}

/**
 * Asks the security service whether a token still counts (specification §7, D3).
 *
 * @returns true only for an answer whose id is a number, or numeric text, other than 0; false when the call fails
 */
export async function validateLogin(token: string): Promise<boolean> {
  const payload = await payloadOf('ValidateLogin', validationOf(token))
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return false
  const { id } = payload
  const isNumeric = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')
  return isNumeric && Number.isFinite(Number(id)) && Number(id) !== 0
}

/** Every failure of these two calls means "no" to its caller, so it is null here. */
async function payloadOf(path: string, body: object): Promise<unknown> {
  const { securityUrl } = serviceAddresses()
  try {
    const response = await securityClient.post<unknown>(path, body, { baseURL: securityUrl })
    return response.data
  } catch {
    return null
  }
}
