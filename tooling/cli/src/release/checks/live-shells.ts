import type { ReleaseManifest } from '@canje/registry'
import type { Context } from '../context'
import type { CheckResult } from '../findings'
import { step } from '../progress'
import { fetchShells, type LiveShell, originsNotGranted, requirementsUnmet } from './shells'

/**
 * Reads the live shells, and compares a release with them.
 *
 * @param manifest undefined when the release has none
 * @returns the shells that could be read
 */
export async function checkShells(
  { shells: urls, stop }: Context,
  manifest: ReleaseManifest | undefined,
): Promise<CheckResult<LiveShell[]>> {
  const { value: shells = [], findings } = await step('Read the live shells', () => fetchShells(urls, stop))
  if (!manifest) return { value: shells, findings }
  const unmet = requirementsUnmet(shells, manifest.name, manifest.requires)
  return { value: shells, findings: [...findings, ...unmet, ...originsNotGranted(shells, manifest)] }
}
