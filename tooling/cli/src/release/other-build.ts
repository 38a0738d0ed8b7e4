import type { ReleaseManifest } from '@canje/registry'
import { valid } from 'semver'
import { checkContent } from './checks/content'
import { buildFailed, checkFiles, readManifest } from './checks/dist'
import type { CheckResult, Finding } from './findings'
import { step } from './progress'
import type { Source } from './source'

/**
 * Reads a folder that was built elsewhere: by another bundler, for another store, or by `pack`.
 *
 * @param dist absolute path of the build
 * @param expected name that the release must have, if that is known
 * @param tooLarge compares it with a size budget, unless that was done before
 */
export async function otherBuild(
  dist: string,
  expected: string | undefined,
  tooLarge: (name: string, dist: string) => Finding[] = () => [],
): Promise<CheckResult<Source>> {
  const fix = 'Pass the folder that your bundler writes, with a release.json as in docs/other-builds.md.'
  const { value: manifest, findings } = await readManifest(dist, fix)
  if (!manifest) return { findings }
  const { name, version, build } = manifest
  const wrong = wrongIdentity(manifest, expected)
  if (wrong.length > 0) return { findings: wrong }
  const prepare = () =>
    step(`Check the files of ${name}`, async () => {
      const unusable = await checkFiles(dist)
      if (unusable.length > 0) return { findings: unusable }
      const checked = await checkContent(manifest, dist)
      return { ...checked, findings: [...checked.findings, ...(checked.value ? tooLarge(name, dist) : [])] }
    })
  return { value: { name, version, build, dist, prepare }, findings: [] }
}

/** Requires a build to be of a remote, if that is named. */
export function buildOfOther({ name }: Pick<ReleaseManifest, 'name'>, expected = name): Finding[] {
  const message = `release.json is of ${name}, not of ${expected}.`
  return name === expected ? [] : [buildFailed(message, `Pass the build of ${expected}, or name ${name}.`)]
}

function wrongIdentity(manifest: ReleaseManifest, expected: string | undefined): Finding[] {
  const { name, version } = manifest
  const noVersion = `The version ${version} of ${name} in release.json is no semantic version, as in 1.2.0.`
  return [
    ...buildOfOther(manifest, expected),
    ...(valid(version) ? [] : [buildFailed(noVersion, 'Set the version of your package.json.')]),
  ]
}
