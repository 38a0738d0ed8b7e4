import type { Context } from '../context'
import { checkChanges } from './changes'
import { checkPreflights, checkResponseHeaders } from './cors'
import { checkEncodings } from './encoding'
import { checkEvents, checkLists, checkTree } from './lists'
import { checkMixedContent } from './mixed-content'
import { checkRevocation } from './revoke'
import { checkRefusal, checkSignIn } from './sign-in'
import { checkUnauthorized } from './unauthorized'

interface Check {
  run: (context: Context) => Promise<void>
  /** What it needs; a check without it is left out. */
  needs?: ('token' | 'changes')[]
  /** The feature that it checks. */
  feature?: string
}

/** All checks, in order: each may use what an earlier one has read. */
const CHECKS: Check[] = [
  { run: checkMixedContent },
  { run: checkPreflights },
  { run: checkRefusal },
  { run: checkSignIn },
  { run: checkUnauthorized },
  { run: checkLists, needs: ['token'] },
  { run: checkTree, needs: ['token'] },
  { run: checkChanges, needs: ['token', 'changes'] },
  { run: checkEvents, needs: ['token'], feature: 'history' },
  { run: checkRevocation, needs: ['token'], feature: 'revoke' },
  { run: checkResponseHeaders },
  { run: checkEncodings },
]

/** Runs all checks. @throws ServiceFailure when a service cannot be checked */
export async function runChecks(context: Context, allowChanges: boolean): Promise<void> {
  for (const { run, needs = [], feature } of CHECKS) {
    const lacks = needs.some((need) => (need === 'token' ? context.token === undefined : !allowChanges))
    if (!lacks && context.has(feature)) await context.attempt(() => run(context))
  }
  const unsent = allowChanges ? 'DeleteAllCodes' : 'requests that change codes'
  context.notes.add(`Of ${unsent}, only the preflight was sent.`)
}
