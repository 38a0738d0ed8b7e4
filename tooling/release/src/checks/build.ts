import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommandError, buildOutOfDate, type Package } from '@canje/project'
import { findingsOf, ReleaseManifest } from '@canje/registry'
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
    return { value: manifest.output, findings: [...tabMissing(manifest.output), ...unverified] }
  }
  return failed(
    `The build of ${name} has an invalid release.json. ${findingsOf('', manifest.issues).join('; ')}`,
    `Correct package.json of ${name}, canje.tab first.`,
  )
}

function failed(message: string, fix: string): CheckResult<never> {
  return { findings: [{ code: 'build-failed', message, fix }] }
}

/** Requires `./Tab` among the exposed modules: its files are the build's `preload` list. */
export function tabMissing({ name, preload }: Pick<ReleaseManifest, 'name' | 'preload'>): Finding[] {
  if (preload.length > 0) return []
  const fix = 'Make the tab the default export of src/Tab.tsx, and keep rspack.config.ts as in the template.'
  return [{ code: 'tab-missing', message: `The build of ${name} does not expose ./Tab.`, fix }]
}
