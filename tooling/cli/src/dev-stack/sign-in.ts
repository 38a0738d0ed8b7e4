import * as v from 'valibot'
import { CommandError } from '../project'

/** A token, null for a wrong password; or an error of the reference backend, such as that of a full disk. */
const Body = v.union([
  v.object({ data: v.nullable(v.string()) }),
  v.object({ error: v.object({ message: v.string() }) }),
])

/**
 * Signs in as a staff member does (specification §7, CreateToken).
 *
 * @param securityUrl URL of the security service of the reference backend
 * @returns `throttled` when too many sign-ins of this account have failed
 * @throws CommandError when the response is invalid
 */
export async function trySignIn(
  securityUrl: string,
  { user, password }: { user: string; password: string },
): Promise<'accepted' | 'rejected' | 'throttled'> {
  const response = await fetch(new URL('CreateToken', `${securityUrl}/`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username_input: user, password_input: password }),
  })
  if (response.status === 429) return 'throttled'
  const { success, output } = v.safeParse(Body, await response.json().catch(() => undefined))
  if (response.ok && success && 'data' in output) return output.data ? 'accepted' : 'rejected'
  const reason = success && 'error' in output ? ` ${output.error.message}` : ''
  throw new CommandError(
    `Sign-in failed: unexpected response from ${response.url}, status ${response.status}.${reason}`,
  )
}
