import { validateLoginRequest } from '@canje/shared-auth/requests'
import * as v from 'valibot'
import { CommandError } from '../project'

const Token = v.object({ data: v.nullish(v.string()) })
/** An error of the reference backend, such as that of a full disk. */
const Failure = v.object({ error: v.object({ message: v.string() }) })
const Identity = v.object({ data: v.object({ data: v.object({ id: v.number() }) }) })

/**
 * Signs in as a staff member does (specification §7: CreateToken, then ValidateLogin).
 *
 * @param securityUrl URL of the security service of the reference backend
 * @returns `throttled` when too many sign-ins of this account have failed
 * @throws CommandError when a response is invalid
 */
export async function trySignIn(
  securityUrl: string,
  admin: { user: string; password: string },
): Promise<'accepted' | 'rejected' | 'throttled'> {
  const credentials = { username_input: admin.user, password_input: admin.password }
  const response = await post(securityUrl, 'CreateToken', credentials)
  if (response.status === 429) return 'throttled'
  const { data: token } = await parse(response, Token)
  if (!token) return 'rejected'
  const { path, body } = validateLoginRequest(token)
  const identity = await parse(await post(securityUrl, path, body), Identity)
  return identity.data.data.id === 0 ? 'rejected' : 'accepted'
}

function post(base: string, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetch(new URL(path, `${base}/`), { method: 'POST', headers, body: JSON.stringify(body) })
}

async function parse<T>(response: Response, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined)
  const result = v.safeParse(schema, body)
  if (response.ok && result.success) return result.output
  const failure = v.safeParse(Failure, body)
  const reason = failure.success ? ` ${failure.output.error.message}` : ''
  throw new CommandError(
    `Sign-in failed: unexpected response from ${response.url}, status ${response.status}.${reason}`,
  )
}
