import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest } from '@canje/registry'
import type { ReleaseStore } from '@canje/release-store'
import { valid } from 'semver'
import * as v from 'valibot'
import { otherBuildTooLarge } from './checks/budget'
import { buildFailed, checkFiles, readManifest } from './checks/dist'
import { checkBuildIsNew, checkFilesAreSame } from './checks/free-version'
import { checkChunkList, filesMissing } from './checks/loader'
import { checkTabStyles } from './checks/tab-styles'
import { unverifiedScripts } from './checks/unverified-scripts'
import type { CheckResult, Finding } from './findings'
import { step } from './progress'
import type { Source } from './source'

const MANIFEST_FIX = 'Pass the folder that your bundler writes, with a release.json as in docs/other-builds.md.'

const RemotePackage = v.pipe(v.string(), v.parseJson(), v.object({ name: v.pipe(v.string(), v.startsWith('mf-')) }))

/**
 * Reads what another bundler built, for `publish --dist`.
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
      prepare: ({ store }) => step(`Check the files of ${name}`, () => checkOtherBuild(manifest, dist, store)),
      overBudget: () => otherBuildTooLarge(name, dist),
    },
    findings: [],
  }
}

/** A package without the kit has no `canje.tab`. */
async function remoteNameIn(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  const { success, output } = v.safeParse(RemotePackage, text)
  return success ? output.name : undefined
}

function wrongIdentity({ name, version }: ReleaseManifest, expected = name): Finding[] {
  const ofOther = `release.json is of ${name}, not of ${expected}.`
  const noVersion = `The version ${version} of ${name} in release.json is no semantic version, as in 1.2.0.`
  return [
    ...(name === expected ? [] : [buildFailed(ofOther, `Pass the build of ${expected}, or name ${name}.`)]),
    ...(valid(version) ? [] : [buildFailed(noVersion, 'Set the version of your package.json.')]),
  ]
}

async function checkOtherBuild(
  manifest: ReleaseManifest,
  dist: string,
  store: ReleaseStore,
): Promise<CheckResult<ReleaseManifest>> {
  const unusable = await checkFiles(manifest.name, dist)
  if (unusable.length > 0) return { findings: unusable }
  const missing = await filesMissing(manifest, dist)
  if (missing.length > 0) return { findings: missing }
  const checks = [
    unverifiedScripts(manifest, dist),
    checkChunkList(manifest, dist),
    checkTabStyles(manifest, dist),
    checkBuildIsNew(store, manifest),
    checkFilesAreSame(store, manifest, dist),
  ]
  return { value: manifest, findings: (await Promise.all(checks)).flat() }
}
