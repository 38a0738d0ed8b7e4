import type { Backend } from './backend'
import { untilAnswers } from './readiness'
import type { Settings } from './settings'
import { canSignIn } from './sign-in'

/**
 * Says that the stack is ready and how to sign in, after a real sign-in where the accounts are known.
 * A backend of somebody else may start later: it is waited for until it answers.
 *
 * @param stop ends the wait; the promise rejects then
 * @throws CommandError when the reference backend lets nobody sign in
 */
export async function announce(
  shellUrl: string,
  { backend, dataDirectory }: Settings,
  services: Backend,
  stop: AbortSignal,
): Promise<void> {
  const ready = `Back office ready: ${shellUrl}`
  if (backend.kind === 'foreign') {
    await Promise.all([services.securityUrl, services.apiUrl].map((url) => untilAnswers(url, stop)))
    console.log(`${ready}\nSign in with an account of ${services.securityUrl}`)
  } else if (await canSignIn(services.securityUrl, backend.admin)) {
    console.log(`${ready}\nUser: ${backend.admin.user}\nPassword: ${backend.admin.password}`)
  } else {
    const database = backend.databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDirectory}`
    console.log(
      `${ready}\n${database} was made with another ADMIN_USER or ADMIN_PASSWORD: sign in with those, or start with a new database.`,
    )
  }
}
