import type { Context } from '../context'
import { checkChanges } from './changes'
import { checkPreflights, checkResponseHeaders } from './cors'
import { checkEvents, checkLists, checkTree } from './lists'
import { checkRevocation } from './revoke'
import { checkRefusal, checkSignIn } from './sign-in'
import { checkUnauthorized } from './unauthorized'

/** Runs all checks, in order: each may use what an earlier one has read. @throws ServiceFailure when a service cannot be checked */
export async function runChecks(context: Context, allowChanges: boolean): Promise<void> {
  const run = async (...checks: ((context: Context) => Promise<void>)[]) => {
    for (const check of checks) await context.attempt(() => check(context))
  }
  await run(checkPreflights, checkRefusal, checkSignIn, checkUnauthorized)
  if (context.token !== undefined) {
    await run(checkLists, checkTree)
    if (allowChanges) await run(checkChanges)
    if (context.has('history')) await run(checkEvents)
    if (context.has('revoke')) await run(checkRevocation)
  }
  await run(checkResponseHeaders)
  context.notes.add(allowChanges ? 'DeleteAllCodes was not sent.' : 'No change was sent.')
}
