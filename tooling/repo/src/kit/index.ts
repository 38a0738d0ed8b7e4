import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChild } from '@canje/cli/project'
import * as v from 'valibot'
import { runNpm } from '../process-group'
import { ROOT } from '../workspace'
import { packKit } from './pack'
import { scoreKit } from './score'

export const usage = `Usage:
  npm run kit                     writes the packages for other repositories to dist/kit
  npm run kit -- --publish        also publishes the versions that the npm registry lacks
  npm run kit -- --score [bug …]  tries the suites of a new tab on seeded bugs, all by default`

/** By name, with errors beside it. */
const Versions = v.record(v.string(), v.unknown())

/** `npm run kit`: packs the kit, and publishes it to the npm registry of npm's settings; or counts the bugs that it catches. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const options = { publish: { type: 'boolean' }, score: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: args.includes('--score') })
  const { publish, score } = values
  if (score) {
    await scoreKit(stop, positionals)
    return 0
  }
  const cwd = join(ROOT, 'dist/kit')
  const packages = await packKit(cwd, stop)
  for (const { name, version, directory } of packages) console.log(`${name}@${version}: ${directory}`)
  if (!publish) return 0
  // One npm process reads or publishes all: each start takes a second.
  const view = ['view', '.', 'versions', '--json', '--workspaces']
  const { output } = await runChild('npm', view, { cwd, signal: stop, stdio: ['ignore', 'pipe', 'ignore'] })
  const published = v.parse(Versions, JSON.parse(output))
  const missing = packages.filter(({ name, version }) => ![published[name]].flat().includes(version))
  console.log(`Versions that the registry lacks: ${missing.length}`)
  const chosen = missing.map(({ name }) => `--workspace=${name}`)
  return missing.length > 0 ? ((await runNpm(['publish', '--access=public', ...chosen], { cwd, stop })) ?? 1) : 0
}
