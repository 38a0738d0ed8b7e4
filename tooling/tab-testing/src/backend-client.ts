import { inject } from 'vitest'
import { staff } from './test-context'

/** A row in a response of the backend. */
export type Row = Readonly<Record<string, unknown>>

let token: Promise<unknown> | undefined

/**
 * Sends a request directly to the reference backend, without the fault proxy and the client under test.
 *
 * @param endpoint last segment of the path, such as `SelectCodes`
 * @param body JSON body of a POST; without a body, a GET is sent
 * @returns the payload without its envelope
 * @throws Error when the endpoint is unknown, or the response has an error status
 */
export async function requestBackend(endpoint: string, body?: object): Promise<unknown> {
  token ??= send(`${inject('securityUrl')}/CreateToken`, {
    username_input: staff.username,
    password_input: staff.password,
  })
  return send(`${inject('apiUrl')}/${endpoint}`, body, { Authorization: `Bearer ${await token}` })
}

/**
 * As {@link requestBackend}, for an endpoint with a list of rows.
 *
 * @throws Error also when the payload is not a list
 */
export async function requestRows(endpoint: string, body?: object): Promise<Row[]> {
  const rows = await requestBackend(endpoint, body)
  if (!Array.isArray(rows)) throw new Error(`The payload of ${endpoint} is not a list.`)
  return rows
}

async function send(url: string, body?: object, headers?: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 404)
    throw new Error(
      `The reference backend has no endpoint ${url}: add it to reference-backend/src/info, or correct its name.`,
    )
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}: ${await response.text()}`)
  const { data } = await response.json()
  return data !== null && typeof data === 'object' && 'data' in data ? data.data : data
}
