import type { ReleaseManifest } from '@canje/registry'
import { readBuilt } from '@canje/release-store'
import type { CheckResult } from '../findings'
import { checkChunkList, filesMissing } from './loader'
import { releaseTooLarge } from './release-size'
import { checkTabStyles } from './tab-styles'
import { unverifiedScripts } from './unverified-scripts'

/**
 * Checks what the files of a build say, without running them.
 *
 * @param dist absolute path of a build with allowed files only
 * @returns the manifest, unless it names a file that is missing, or all files are too large
 */
export async function checkContent(manifest: ReleaseManifest, dist: string): Promise<CheckResult<ReleaseManifest>> {
  const files = await readBuilt(dist)
  const unusable = [...releaseTooLarge(manifest.name, files), ...filesMissing(manifest, files)]
  if (unusable.length > 0) return { findings: unusable }
  const checks = [unverifiedScripts, checkChunkList, checkTabStyles]
  return { value: manifest, findings: checks.flatMap((check) => check(manifest, files)) }
}
