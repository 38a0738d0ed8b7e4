import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseManifest } from 'registry'
import { specialFilesIn } from 'registry/store'
import * as v from 'valibot'
import { type Package, ROOT, runNode } from 'workspace'
import type { CheckResult, Finding } from '../findings'

const RUN = join(ROOT, 'tooling/workspace/run.mjs')

/**
 * Builds a remote if it is out of date, and reads its release manifest.
 *
 * @param stop aborts the build
 */
export async function buildRemote(
  { name, directory }: Package,
  stop: AbortSignal,
): Promise<CheckResult<ReleaseManifest>> {
  // A child process, because standard output is reserved for the result.
  const { code, output } = await runNode(RUN, ['build', directory], { cwd: ROOT, signal: stop })
  if (code !== 0) return failed(output.trim(), `Run "npm run build -w ${name}" and fix the compiler errors.`)
  const dist = join(directory, 'dist')
  const special = await specialFilesIn(dist)
  if (special.length > 0)
    return failed(special.join('\n'), 'A link can publish unintended files: replace it with a regular file.')
  const manifest = v.safeParse(ReleaseManifest, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')))
  if (manifest.success) return { value: manifest.output, findings: tabMissing(manifest.output) }
  const issues = manifest.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  return failed(
    `The build of ${name} has an invalid release.json. ${issues.join('; ')}`,
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
