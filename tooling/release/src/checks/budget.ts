import { isDeepStrictEqual } from 'node:util'
import { otherBuildOverBudget, overBudget, type Package } from '@canje/project'
import type { ReleaseManifest } from '@canje/registry'
import type { Finding } from '../findings'
import type { LiveShell } from './shells'

const FIX =
  'Reduce the build, or import from @canje/shared-ui. To raise the limit, set canje.budget in package.json of the ' +
  'remote. If canje.budget itself is invalid, correct it.'

/**
 * Compares a production build with the size budget of its remote. In a shell with another `shared-ui`, the remote's own
 * copy counts.
 *
 * @returns one finding per exceeded limit
 */
export function tooLarge(remote: Package, { sharedUi }: ReleaseManifest, shells: LiveShell[]): Finding[] {
  const other = shells.find((shell) => shell.sharedUi !== sharedUi?.key)
  const messages = overBudget(remote, other !== undefined)
  if (!other || isDeepStrictEqual(overBudget(remote), messages)) return messages.map((message) => finding(message, FIX))
  const fix =
    `The shell at ${other.url} has another @canje/shared-ui, so staff load the copy of ${remote.name} too. Install the ` +
    'version of that shell, or allow for the copy with canje.budget in package.json.'
  return messages.map((message) => finding(message, fix))
}

/**
 * Compares a build of another bundler with the size budget of all such builds.
 *
 * @param dist absolute path of the build
 */
export function otherBuildTooLarge(name: string, dist: string): Finding[] {
  const fix = 'Take React and the contract from the shell, and load what the first rows do not need on demand.'
  return otherBuildOverBudget(name, dist).map((message) => finding(message, fix))
}

function finding(message: string, fix: string): Finding {
  return { code: 'over-budget', message, fix }
}
