import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommandError, buildOutOfDate, type Package } from '@canje/project'
import { findingsOf, ReleaseManifest, TAB_MODULE } from '@canje/registry'
import { forbiddenFilesIn } from '@canje/registry/store'
import * as v from 'valibot'
import type { CheckResult, Finding } from '../findings'
import { releaseTooLarge } from './release-size'
import { unverifiedScripts } from './unverified-scripts'

/**
 * Builds a remote if it is out of date, and reads its release manifest.
 *
 * @param stop aborts the build
 */
export async function buildRemote(remote: Package, stop: AbortSignal): Promise<CheckResult<ReleaseManifest>> {
  const { name, directory } = remote
  try {
    await buildOutOfDate([remote], stop)
  } catch (error) {
    stop.throwIfAborted()
    return failed(asCommandError(error).message.trim(), `Run "npm run build" in ${name} and fix the compiler errors.`)
  }
  const dist = join(directory, 'dist')
  const tooLarge = await releaseTooLarge(name, dist)
  if (tooLarge.length > 0) return { findings: tooLarge }
  const forbidden = await forbiddenFilesIn(dist)
  if (forbidden.length > 0)
    return failed(
      forbidden.join('\n'),
      'Release only what the tab loads: a link or a leftover can publish unintended files.',
    )
  const manifest = v.safeParse(ReleaseManifest, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')))
  if (manifest.success) {
    const unverified = await unverifiedScripts(manifest.output, dist)
    return { value: manifest.output, findings: [...moduleMissing(manifest.output), ...unverified] }
  }
  return failed(
    `The build of ${name} has an invalid release.json. ${findingsOf('', manifest.issues).join('; ')}`,
    `Correct package.json of ${name}, canje.tab first.`,
  )
}

function failed(message: string, fix: string): CheckResult<never> {
  return { findings: [{ code: 'build-failed', message, fix }] }
}

/** Requires `./Tab` and the modules of slots among the exposed ones: each has files in its `preload` list. */
export function moduleMissing({
  name,
  preload,
  extensions = [],
}: Pick<ReleaseManifest, 'name' | 'preload' | 'extensions'>): Finding[] {
  const modules = [{ module: TAB_MODULE, preload }, ...extensions]
  return modules
    .filter((exposed) => exposed.preload.length === 0)
    .map(({ module }) => ({
      code: 'tab-missing',
      message: `The build of ${name} does not expose ${module}.`,
      fix: 'Keep rspack.config.ts as in the template: it exposes src/Tab.tsx and canje.extensions of package.json.',
    }))
}
