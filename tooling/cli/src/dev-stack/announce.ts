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
  { SECURITY_URL, DATABASE_URL, DATA_DIR, ADMIN_USER: user, ADMIN_PASSWORD: password }: Settings,
  services: Backend,
  stop: AbortSignal,
): Promise<void> {
  const ready = `Back office ready: ${shellUrl}`
  if (SECURITY_URL) {
    await Promise.all([services.securityUrl, services.apiUrl].map((url) => waitForResponse(url, stop)))
    console.log(`${ready}\nSign in with an account of ${services.securityUrl}`)
    return
  }
  if (password === undefined) {
    console.log(`${ready}\nSign in with an account of the database of DATABASE_URL`)
    return
  }
  const database = DATABASE_URL ? 'The database of DATABASE_URL' : `The database in ${DATA_DIR}`
  const lines = {
    accepted: `User: ${user}\nPassword: ${password}`,
    rejected: `${database} was created with another ADMIN_USER or ADMIN_PASSWORD: sign in with those, or start with a new database.`,
    throttled: `Too many sign-ins of ${user} have failed: wait for some minutes before you sign in.`,
  }
  console.log(`${ready}\n${lines[await trySignIn(services.securityUrl, { user, password })]}`)
}
