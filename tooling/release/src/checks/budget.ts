import { overBudget, type Package } from 'workspace'
import type { Finding } from '../findings'

/**
 * Compares a production build with the size budget of its remote.
 *
 * @returns one finding per exceeded limit
 */
export function tooLarge(remote: Package): Finding[] {
  const fix =
    'Reduce the build, or import from shared-ui. To raise the limit, set canje.budget in package.json of the remote. ' +
    'If canje.budget itself is invalid, correct it.'
  return overBudget(remote).map((message) => ({ code: 'over-budget', message, fix }))
}
