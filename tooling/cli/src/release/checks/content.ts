import type { ReleaseManifest } from '@canje/registry'
import { forbiddenFilesIn, readBuilt } from '@canje/release-store'
import { type Finding, Refusal, refuseIfAny } from '../findings'
import { buildFailed } from './dist'
import { checkChunkList, filesMissing } from './loader'
import { releaseTooLarge } from './release-size'
import { checkTabStyles } from './tab-styles'
import { unverifiedScripts } from './unverified-scripts'

/**
 * Checks the files of a build, without running them.
 *
 * @param dist absolute path of the build
 * @throws Refusal when they are too large, no release may have one, or one that the manifest names is missing
 */
export async function checkContent(manifest: ReleaseManifest, dist: string): Promise<Finding[]> {
  refuseIfAny(await releaseTooLarge(manifest.name, dist))
  const forbidden = await forbiddenFilesIn(dist)
  const fix = 'Release only what the tab loads: a link or a leftover can publish unintended files.'
  if (forbidden.length > 0) throw new Refusal([buildFailed(forbidden.join('\n'), fix)])
  const files = await readBuilt(dist)
  refuseIfAny(filesMissing(manifest, files))
  return [unverifiedScripts, checkChunkList, checkTabStyles].flatMap((check) => check(manifest, files))
}
