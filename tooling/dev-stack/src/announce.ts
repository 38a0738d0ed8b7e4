import type { Backend } from './backend'
import { waitForResponse } from './readiness'
import type { Settings } from './settings'
import { canSignIn } from './sign-in'

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
  } else if (await canSignIn(services.securityUrl, { user, password })) {
    console.log(`${ready}\nUser: ${user}\nPassword: ${password}`)
  } else {
    const database = backend.databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDirectory}`
    console.log(
      `${ready}\n${database} was created with another ADMIN_USER or ADMIN_PASSWORD: sign in with those, or start with a new database.`,
    )
  }
}
