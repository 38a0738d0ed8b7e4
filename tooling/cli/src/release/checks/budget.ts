import { type ReleaseManifest, unmetRequirements } from '@canje/registry'
import { downloadSize, overBudget } from '../../project/budgets'
import type { Package } from '../../project/project'
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
 * @param dist absolute path of the build
 * @returns one note per shell that meets the requirements of the remote; none for a build without `shared-ui`
 */
export function ownSharedUi(
  dist: string,
  { name, requires, sharedUi }: ReleaseManifest,
  shells: LiveShell[],
): string[] {
  if (!sharedUi) return []
  const size = downloadSize(dist, sharedUi.files).toFixed(1)
  return shells
    .filter((shell) => shell.sharedUi !== sharedUi.key && unmetRequirements(requires, shell.provides).length === 0)
    .map(
      ({ url }) =>
        `The shell at ${url} has another @canje/shared-ui, so staff also load the copy of ${name} (${size} KB). ` +
        'Installing the version of that shell avoids it.',
    )
}
