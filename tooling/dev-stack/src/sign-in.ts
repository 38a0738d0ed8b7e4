import { CommandError } from '@canje/project'
import { validateLoginRequest } from '@canje/shared-auth/requests'
import * as v from 'valibot'

const Token = v.object({ data: v.nullish(v.string()) })
const Identity = v.object({ data: v.object({ data: v.object({ id: v.number() }) }) })

/**
 * Signs in as a staff member does (specification §7: CreateToken, then ValidateLogin).
 *
 * @param securityUrl URL of the security service of the reference backend
 * @returns false when the service rejects the credentials
 * @throws CommandError when a response is invalid
 */
export async function canSignIn(securityUrl: string, admin: { user: string; password: string }): Promise<boolean> {
  const credentials = { username_input: admin.user, password_input: admin.password }
  const { data: token } = await post(securityUrl, 'CreateToken', credentials, Token)
  if (!token) return false
  const { path, body } = validateLoginRequest(token)
  const identity = await post(securityUrl, path, body, Identity)
  return identity.data.data.id !== 0
}

async function post<T>(base: string, path: string, body: object, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const url = new URL(path, `${base}/`)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const result = v.safeParse(schema, await response.json().catch(() => undefined))
  if (!response.ok || !result.success)
    throw new CommandError(`Sign-in failed: unexpected response from ${url}, status ${response.status}.`)
  return result.output
}
