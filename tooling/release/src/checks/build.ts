import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseManifest } from 'registry'
import { specialFilesIn } from 'registry/store'
import * as v from 'valibot'
import { type Package, ROOT, runNode } from 'workspace'
import type { Checked, Finding } from '../findings'

const RUN = join(ROOT, 'tooling/workspace/run.mjs')

/** Builds a remote if it is out of date, and reads what the build says of itself. */
export async function buildRemote({ name, directory }: Package, stop: AbortSignal): Promise<Checked<ReleaseManifest>> {
  // In a process of its own, because standard output is for the result alone.
  const { code, output } = await runNode(RUN, ['build', directory], { cwd: ROOT, signal: stop })
  if (code !== 0) return failed(output.trim(), `Run "npm run build -w ${name}" and mend what the compiler names.`)
  const dist = join(directory, 'dist')
  const special = await specialFilesIn(dist)
  if (special.length > 0)
    return failed(special.join('\n'), 'A link may lead to what nobody meant to publish: use files.')
  const manifest = v.safeParse(ReleaseManifest, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')))
  if (manifest.success) return { value: manifest.output, findings: tabMissing(manifest.output) }
  const issues = manifest.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  return failed(
    `The build of ${name} is no release. ${issues.join('; ')}`,
    `Mend package.json of ${name}, canje.tab above all.`,
  )
}

function failed(message: string, fix: string): Checked<never> {
  return { findings: [{ code: 'build-failed', message, fix }] }
}

/** A build names the files of `./Tab` as those to fetch early. */
export function tabMissing({ name, preload }: Pick<ReleaseManifest, 'name' | 'preload'>): Finding[] {
  if (preload.length > 0) return []
  const fix = 'Export the tab as the default of src/Tab.tsx, and leave rspack.config.ts as the template has it.'
  return [{ code: 'tab-missing', message: `The build of ${name} does not expose ./Tab.`, fix }]
}
