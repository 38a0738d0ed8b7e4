import { validateLoginRequest } from 'shared-auth/calls'
import * as v from 'valibot'
import { CommandError } from 'workspace'

const Token = v.object({ data: v.nullish(v.string()) })
const Identity = v.object({ data: v.object({ data: v.object({ id: v.number() }) }) })

/**
 * Signs in as a staff member would (specification §7: CreateToken, then ValidateLogin).
 *
 * @param securityUrl the security service of the reference backend
 * @returns false when these credentials are not the ones its database has
 * @throws CommandError when the service does not work
 */
export async function canSignIn(securityUrl: string, admin: { user: string; password: string }): Promise<boolean> {
  const credentials = { username_input: admin.user, password_input: admin.password }
  const { data: token } = await call(securityUrl, 'CreateToken', credentials, Token)
  if (!token) return false
  const { path, body } = validateLoginRequest(token)
  const identity = await call(securityUrl, path, body, Identity)
  return identity.data.data.id !== 0
}

async function call<T>(base: string, path: string, body: object, answer: v.GenericSchema<unknown, T>): Promise<T> {
  const url = new URL(path, `${base}/`)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const result = v.safeParse(answer, await response.json().catch(() => undefined))
  if (!response.ok || !result.success)
    throw new CommandError(`Sign-in does not work: ${url} answered ${response.status}.`)
  return result.output
}
