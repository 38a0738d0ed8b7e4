import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findingsOf, ReleaseManifest } from '@canje/registry'
import { forbiddenFilesIn } from '@canje/release-store'
import * as v from 'valibot'
import type { CheckResult, Finding } from '../findings'

const Manifest = v.pipe(v.string(), v.parseJson(), ReleaseManifest)

/**
 * Reads the release manifest of a build.
 *
 * @param dist absolute path of the build
 * @param fix advice for a missing or invalid manifest
 */
export async function readManifest(dist: string, fix: string): Promise<CheckResult<ReleaseManifest>> {
  const file = join(dist, 'release.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return { findings: [buildFailed(`${dist} has no file release.json.`, fix)] }
  const manifest = v.safeParse(Manifest, text)
  if (manifest.success) return { value: manifest.output, findings: [] }
  return { findings: [buildFailed(`${file} is invalid. ${findingsOf('', manifest.issues).join('; ')}`, fix)] }
}

/** Refuses files that no release may have. */
export async function checkFiles(dist: string): Promise<Finding[]> {
  const forbidden = await forbiddenFilesIn(dist)
  const fix = 'Release only what the tab loads: a link or a leftover can publish unintended files.'
  return forbidden.length > 0 ? [buildFailed(forbidden.join('\n'), fix)] : []
}

export function buildFailed(message: string, fix: string): Finding {
  return { code: 'build-failed', message, fix }
}
