import type { ReleaseManifest } from '@canje/registry'
import { valid } from 'semver'
import { checkContent } from './checks/content'
import { buildFailed, readManifest } from './checks/dist'
import { Refusal } from './findings'
import { step } from './progress'
import type { Source } from './source'

/**
 * Reads a folder that was built elsewhere: by another bundler, for another store, or by `pack`.
 *
 * @param dist absolute path of the build
 * @param expected name that the release must have, if that is known
 */
export async function otherBuild(dist: string, expected: string | undefined): Promise<Source> {
  const fix = 'Pass the folder that your bundler writes, with a release.json as in docs/other-builds.md.'
  const manifest = await readManifest(dist, fix)
  const { name, version, build } = manifest
  requireNamed(manifest, expected)
  const noVersion = `The version ${version} of ${name} in release.json is no semantic version, as in 1.2.0.`
  if (!valid(version)) throw new Refusal([buildFailed(noVersion, 'Set the version of your package.json.')])
  const prepare = () =>
    step(`Check the files of ${name}`, async () => ({ value: manifest, findings: await checkContent(manifest, dist) }))
  return { name, version, build, dist, prepare }
}

/** Requires a build to be of a remote, if that is named. */
export function requireNamed({ name }: Pick<ReleaseManifest, 'name'>, expected = name): void {
  const message = `release.json is of ${name}, not of ${expected}.`
  if (name !== expected) throw new Refusal([buildFailed(message, `Pass the build of ${expected}, or name ${name}.`)])
}
