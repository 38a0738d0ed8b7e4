import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findingsOf, ReleaseManifest } from '@canje/registry'
import { forbiddenFilesIn } from '@canje/release-store'
import * as v from 'valibot'
import { type Finding, Refusal } from '../findings'

const Manifest = v.pipe(v.string(), v.parseJson(), ReleaseManifest)

/**
 * Reads the release manifest of a build.
 *
 * @param dist absolute path of the build
 * @param fix advice for a missing or invalid manifest
 * @throws Refusal
 */
export async function readManifest(dist: string, fix: string): Promise<ReleaseManifest> {
  const file = join(dist, 'release.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) throw new Refusal([buildFailed(`${dist} has no file release.json.`, fix)])
  const manifest = v.safeParse(Manifest, text)
  if (manifest.success) return manifest.output
  throw new Refusal([buildFailed(`${file} is invalid. ${findingsOf('', manifest.issues).join('; ')}`, fix)])
}

/** @throws Refusal of files that no release may have */
export async function checkFiles(dist: string): Promise<void> {
  const forbidden = await forbiddenFilesIn(dist)
  const fix = 'Release only what the tab loads: a link or a leftover can publish unintended files.'
  if (forbidden.length > 0) throw new Refusal([buildFailed(forbidden.join('\n'), fix)])
}

export function buildFailed(message: string, fix: string): Finding {
  return { code: 'build-failed', message, fix }
}
