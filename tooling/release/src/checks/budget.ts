import { downloadSize, overBudget, type Package } from '@canje/project'
import { type ReleaseManifest, unmetRequirements } from '@canje/registry'
import type { Finding } from '../findings'
import type { LiveShell } from './shells'

const FIX =
  'Reduce the build, or import from @canje/shared-ui. To raise the limit, set canje.budget in package.json of the ' +
  'remote. If canje.budget itself is invalid, correct it.'

/**
 * Compares a production build with the size budget of its remote.
 *
 * @returns one finding per exceeded limit
 */
export function tooLarge(remote: Package): Finding[] {
  return overBudget(remote).map((message) => ({ code: 'over-budget', message, fix: FIX }))
}

/**
 * Names the shells with another `shared-ui`, in which staff load the copy of the remote too. A shell whose copy is newer
 * must not stop the release of a fix, so the copy is no finding.
 *
 * @returns one note per shell that meets the requirements of the remote
 */
export function ownSharedUi(remote: Package, { requires, sharedUi }: ReleaseManifest, shells: LiveShell[]): string[] {
  const files = sharedUi?.files ?? []
  const others = shells.filter(
    (shell) => shell.sharedUi !== sharedUi?.key && unmetRequirements(requires, shell.provides).length === 0,
  )
  return others.map(
    ({ url }) =>
      `The shell at ${url} has another @canje/shared-ui, so staff also load the copy of ${remote.name} ` +
      `(${downloadSize(remote, files).toFixed(1)} KB). Installing the version of that shell avoids it.`,
  )
}
