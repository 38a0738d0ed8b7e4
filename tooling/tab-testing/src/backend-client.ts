import { ownServices } from './test-context'
import { staff } from './test-data'

/** A row in a response of the backend. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Sends a request directly to the reference backend, without the fault proxy and the client under test.
 *
 * @param endpoint last segment of the path, such as `SelectCodes`
 * @param body JSON body of a POST; without a body, a GET is sent
 * @returns the payload without its envelope
 * @throws Error when the endpoint is unknown, or the response has an error status
 */
export async function requestBackend(endpoint: string, body?: object): Promise<unknown> {
  const { securityUrl, apiUrl } = ownServices()
  // Each time: on a busy machine, a run takes longer than a session.
  const credentials = { username_input: staff.username, password_input: staff.password }
  const token = await send(`${securityUrl}/CreateToken`, credentials)
  return send(`${apiUrl}/${endpoint}`, body, token)
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

async function send(url: string, body?: object, token?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
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
