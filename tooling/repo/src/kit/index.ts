import type { SpawnOptions } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, runChild } from '@canje/cli/project'
import * as v from 'valibot'
import { ROOT } from '..'
import { type PackedPackage, packKit } from './pack'
import { scoreKit } from './score'

export const usage = `Usage:
  npm run kit                     writes the packages for other repositories to dist/kit
  npm run kit -- --publish        also publishes the versions that the npm registry lacks
  npm run kit -- --score [bug …]  tries the suites of a new tab on seeded bugs, all by default`

/** By name and version, with errors beside it. */
const Published = v.record(v.string(), v.unknown())
const Packed = v.array(v.object({ id: v.string(), shasum: v.string() }))

/** `npm run kit`: packs the kit, and publishes it to the npm registry of npm's settings; or counts the bugs that it catches. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const options = { publish: { type: 'boolean' }, score: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: args.includes('--score') })
  const { publish, score } = values
  if (score) {
    await scoreKit(stop, positionals)
    return 0
  }
  const folder = join(ROOT, 'dist/kit')
  const packages = await packKit(folder, stop)
  const missing = publish ? await publishMissing(packages, folder, stop) : []
  for (const one of packages) {
    const state = missing.includes(one) ? 'published' : 'is published already'
    console.log(`${idOf(one)}: ${publish ? state : one.folder}`)
  }
  return 0
}

/**
 * Publishes the packages whose version the registry lacks. One npm process reads or publishes all: each start takes a
 * second.
 *
 * @param folder of the packages
 * @returns the published packages
 * @throws CommandError when a version is published with other contents, because versions are immutable
 */
async function publishMissing(packages: PackedPackage[], folder: string, stop: AbortSignal): Promise<PackedPackage[]> {
  const npm = (args: string[], chosen: PackedPackage[], options: SpawnOptions = {}) =>
    runChild('npm', [...args, ...chosen.map(({ name }) => `--workspace=${name}`)], {
      cwd: folder,
      signal: stop,
      ...options,
    })
  const json = async (args: string[], chosen: PackedPackage[]): Promise<unknown> =>
    JSON.parse((await npm([...args, '--json'], chosen, { stdio: ['ignore', 'pipe', 'ignore'] })).output)

  const published: v.InferOutput<typeof Published> = {}
  for (const version of new Set(packages.map((one) => one.version))) {
    const ofVersion = packages.filter((one) => one.version === version)
    Object.assign(published, v.parse(Published, await json(['view', `.@${version}`, 'dist.shasum'], ofVersion)))
  }
  const present = packages.filter((one) => published[idOf(one)] !== undefined)
  const missing = packages.filter((one) => !present.includes(one))
  if (present.length > 0) {
    const changed = v
      .parse(Packed, await json(['pack', '--dry-run'], present))
      .filter(({ id, shasum }) => published[id] !== shasum)
    if (changed.length > 0) {
      const ids = changed.map(({ id }) => id).join(', ')
      throw new CommandError(`Published with other contents: ${ids}. Set a new version in its package.json.`)
    }
  }
  if (missing.length === 0) return []
  const { code, output } = await npm(['publish'], missing)
  if (code === 0) return missing
  throw new CommandError(`${missing.map(idOf).join(', ')}: npm publish failed.\n${output.trim()}`)
}

function idOf({ name, version }: PackedPackage): string {
  return `${name}@${version}`
}
