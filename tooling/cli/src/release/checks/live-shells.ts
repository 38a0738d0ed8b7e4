import type { ReleaseManifest } from '@canje/registry'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { step } from '../progress'
import { originsNotGranted, requirementsUnmet } from './grants'
import { type ReadFile, settingsFindings } from './settings'
import { fetchShells, type LiveShell } from './shells'

/** Reads the live shells. @returns those that could be read, and a finding per other one */
export function readShells({ shells, stop }: Context): Promise<CheckResult<LiveShell[]>> {
  return step('Read the live shells', () => fetchShells(shells, stop))
}

/** Compares a release with the live shells. @param read reads its files */
export async function shellFindings(
  shells: LiveShell[],
  release: Pick<ReleaseManifest, 'name' | 'version' | 'requires' | 'connect' | 'settings'>,
  read: ReadFile,
  stop: AbortSignal,
): Promise<Finding[]> {
  const { name, version, requires } = release
  return [
    ...requirementsUnmet(shells, `${name} ${version}`, requires),
    ...originsNotGranted(shells, release),
    ...(await settingsFindings(shells, release, read, stop)),
  ]
}
