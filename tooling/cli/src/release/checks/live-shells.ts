import type { ReleaseManifest } from '@canje/registry'
import type { Context } from '../context'
import type { CheckResult } from '../findings'
import { step } from '../progress'
import { originsNotGranted, requirementsUnmet } from './grants'
import { fetchShells, type LiveShell } from './shells'

/**
 * Reads the live shells, and compares a release with them.
 *
 * @param release undefined when there is none
 * @returns the shells that could be read
 */
export async function checkShells(
  { shells: urls, stop }: Context,
  release: Pick<ReleaseManifest, 'name' | 'requires' | 'connect'> | undefined,
): Promise<CheckResult<LiveShell[]>> {
  const { value: shells = [], findings } = await step('Read the live shells', () => fetchShells(urls, stop))
  if (!release) return { value: shells, findings }
  const unmet = requirementsUnmet(shells, release.name, release.requires)
  return { value: shells, findings: [...findings, ...unmet, ...originsNotGranted(shells, release)] }
}
