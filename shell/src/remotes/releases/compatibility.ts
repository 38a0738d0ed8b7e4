import { packageOf, type Release, unmetRequirements } from '@canje/registry'
import { getInstance } from '@module-federation/runtime'

/**
 * Asserts that the shared packages of this shell satisfy the requirements of a release.
 *
 * @throws Error naming every shared package whose version does not match
 */
export function assertCompatible(release: Release): void {
  const unmet = unmetRequirements(release.requires, providedVersions())
  if (unmet.length > 0) throw new Error(`It was built for another shell: ${unmet.join('; ')}.`)
}

/** The version of each package that the shell shares; `react-dom/client` and `react-dom` are one package. */
function providedVersions(): Record<string, string> {
  const shared = Object.entries(getInstance()?.options.shared ?? {})
  return Object.fromEntries(shared.flatMap(([request, [own]]) => (own ? [[packageOf(request), own.version]] : [])))
}
