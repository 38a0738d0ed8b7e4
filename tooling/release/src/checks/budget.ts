import { overBudget, type Package } from 'workspace'
import type { Finding } from '../findings'

/** A tab costs everyone who opens it, so a build that outgrows its budget does not go live by accident. */
export function tooLarge(remote: Package): Finding[] {
  const fix =
    'Take out what grew, or take it from shared-ui; for a reason, set canje.budget in package.json of the remote. ' +
    'Where that itself is wrong, correct it.'
  return overBudget(remote).map((message) => ({ code: 'over-budget', message, fix }))
}
