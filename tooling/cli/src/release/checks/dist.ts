import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findingsOf, ReleaseManifest } from '@canje/registry'
import { forbiddenFilesIn } from '@canje/release-store'
import * as v from 'valibot'
import type { CheckResult, Finding } from '../findings'
import { releaseTooLarge } from './release-size'

const Manifest = v.pipe(v.string(), v.parseJson(), ReleaseManifest)

/**
 * Reads the release manifest of a build.
 *
 * @param dist absolute path of the build
 * @param fix advice for a missing or invalid manifest
 */
export async function readManifest(dist: string, fix: string): Promise<CheckResult<ReleaseManifest>> {
  if (!(await isOf(dist, 'isDirectory')))
    return { findings: [buildFailed(`${dist} is no folder, or a link to one.`, fix)] }
  const file = join(dist, 'release.json')
  if (!(await isOf(file, 'isFile'))) return { findings: [buildFailed(`${dist} has no file release.json.`, fix)] }
  const manifest = v.safeParse(Manifest, await readFile(file, 'utf8'))
  if (manifest.success) return { value: manifest.output, findings: [] }
  return { findings: [buildFailed(`${file} is invalid. ${findingsOf('', manifest.issues).join('; ')}`, fix)] }
}

function isOf(path: string, kind: 'isDirectory' | 'isFile'): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats[kind](),
    () => false,
  )
}

/** Compares the files of a build with the bounds of a release. @returns findings, each of which rules out a release */
export async function checkFiles(name: string, dist: string): Promise<Finding[]> {
  const tooLarge = await releaseTooLarge(name, dist)
  if (tooLarge.length > 0) return tooLarge
  const forbidden = await forbiddenFilesIn(dist)
  const fix = 'Release only what the tab loads: a link or a leftover can publish unintended files.'
  return forbidden.length > 0 ? [buildFailed(forbidden.join('\n'), fix)] : []
}

export function buildFailed(message: string, fix: string): Finding {
  return { code: 'build-failed', message, fix }
}
