import type { ReleaseManifest } from '@canje/registry'
import { valid } from 'semver'
import { otherBuildTooLarge } from './checks/budget'
import { checkContent } from './checks/content'
import { buildFailed, checkFiles, readManifest } from './checks/dist'
import type { CheckResult, Finding } from './findings'
import { step } from './progress'
import type { Source } from './source'
import { remoteNameIn } from './target'

const MANIFEST_FIX = 'Pass the folder that your bundler writes, with a release.json as in docs/other-builds.md.'

/**
 * Reads what another bundler built, for `--dist`.
 *
 * @param dist absolute path of the build
 * @param folder working directory
 * @param target name that the release must have; by default, that of package.json in the current folder, if it is a remote's
 */
export async function otherBuild(
  dist: string,
  folder: string,
  target: string | undefined,
): Promise<CheckResult<Source>> {
  const { value: manifest, findings } = await readManifest(dist, MANIFEST_FIX)
  if (!manifest) return { findings }
  const { name, version, build } = manifest
  const wrong = wrongIdentity(manifest, target ?? (await remoteNameIn(folder)))
  if (wrong.length > 0) return { findings: wrong }
  return {
    value: {
      name,
      version,
      build,
      dist,
      prepare: () => step(`Check the files of ${name}`, () => checkOtherBuild(manifest, dist)),
      overBudget: () => otherBuildTooLarge(name, dist),
    },
    findings: [],
  }
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

async function checkOtherBuild(manifest: ReleaseManifest, dist: string): Promise<CheckResult<ReleaseManifest>> {
  const unusable = await checkFiles(manifest.name, dist)
  return unusable.length > 0 ? { findings: unusable } : checkContent(manifest, dist)
}
