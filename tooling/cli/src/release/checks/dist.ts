import type { ReleaseManifest } from '@canje/registry'
import { manifestIn } from '@canje/release-store'
import { type Finding, Refusal } from '../findings'

/**
 * Reads the release manifest of a build.
 *
 * @param dist absolute path of the build
 * @param fix advice for a missing or invalid manifest
 * @throws Refusal
 */
export function readManifest(dist: string, fix: string): Promise<ReleaseManifest> {
  return manifestIn(dist).catch((error: Error) => {
    throw new Refusal([buildFailed(error.message, fix)])
  })
}

export function buildFailed(message: string, fix: string): Finding {
  return { code: 'build-failed', message, fix }
}
