import { inject } from 'vitest'
import { staff } from './test-context'

/** A row as the server sends it. */
export type Row = Readonly<Record<string, unknown>>

let token: Promise<unknown> | undefined

/**
 * Asks the backend itself, past the proxy and past the product's own client: what the screen must agree with.
 *
 * @param call the last segment of its path, such as `SelectCodes`
 * @param body the JSON body of a POST; without one it is a GET
 * @returns the payload, out of its envelope
 * @throws Error when the backend refuses the call, or has none of that name
 */
export async function truth(call: string, body?: object): Promise<unknown> {
  token ??= ask(`${inject('securityUrl')}/CreateToken`, {
    username_input: staff.username,
    password_input: staff.password,
  })
  return ask(`${inject('apiUrl')}/${call}`, body, { Authorization: `Bearer ${await token}` })
}

/** As {@link truth}, for a call that answers with a list of rows. */
export async function trueRows(call: string, body?: object): Promise<Row[]> {
  const rows = await truth(call, body)
  if (!Array.isArray(rows)) throw new Error(`${call} answered with something else than a list.`)
  return rows
}

async function ask(url: string, body?: object, headers?: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 404)
    throw new Error(`The reference backend has no ${url}: add it to reference-backend/src/info, or correct its name.`)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  const { data } = await response.json()
  return data !== null && typeof data === 'object' && 'data' in data ? data.data : data
}
