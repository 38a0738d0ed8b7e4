import type { Backend } from './backend'
import { waitForResponse } from './readiness'
import type { Settings } from './settings'
import { trySignIn } from './sign-in'

/**
 * Prints that the stack is ready and how to sign in. With the reference backend, it signs in first. An external backend
 * may start later: it waits until both services respond.
 *
 * @param stop cancels the wait; the promise then rejects
 * @throws CommandError when sign-in at the reference backend fails
 */
export async function announce(
  shellUrl: string,
  { backend, dataDirectory }: Settings,
  services: Backend,
  stop: AbortSignal,
): Promise<void> {
  const ready = `Back office ready: ${shellUrl}`
  if (backend.kind === 'external') {
    await Promise.all([services.securityUrl, services.apiUrl].map((url) => waitForResponse(url, stop)))
    console.log(`${ready}\nSign in with an account of ${services.securityUrl}`)
    return
  }
  const { user, password } = backend.admin
  if (password === undefined) {
    console.log(`${ready}\nSign in with an account of the database of DATABASE_URL`)
    return
  }
  const database = backend.databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDirectory}`
  const lines = {
    accepted: `User: ${user}\nPassword: ${password}`,
    rejected: `${database} was created with another ADMIN_USER or ADMIN_PASSWORD: sign in with those, or start with a new database.`,
    throttled: `Too many sign-ins of ${user} have failed: wait for some minutes before you sign in.`,
  }
  console.log(`${ready}\n${lines[await trySignIn(services.securityUrl, { user, password })]}`)
}
