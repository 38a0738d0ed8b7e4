import type { ReleaseManifest } from '@canje/registry'
import type { CheckResult } from '../findings'
import { checkChunkList, filesMissing } from './loader'
import { checkTabStyles } from './tab-styles'
import { unverifiedScripts } from './unverified-scripts'

/**
 * Checks what the files of a build say, without running them.
 *
 * @param dist absolute path of a build with allowed files only
 * @returns the manifest, unless it names a file that is missing
 */
export async function checkContent(manifest: ReleaseManifest, dist: string): Promise<CheckResult<ReleaseManifest>> {
  const missing = await filesMissing(manifest, dist)
  if (missing.length > 0) return { findings: missing }
  const checks = [unverifiedScripts(manifest, dist), checkChunkList(manifest, dist), checkTabStyles(manifest, dist)]
  return { value: manifest, findings: (await Promise.all(checks)).flat() }
}
