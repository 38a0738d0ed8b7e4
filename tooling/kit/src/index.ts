import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommandError, CommandError, runChild } from '@canje/project'
import * as v from 'valibot'
import { ROOT } from 'workspace'
import { type PackedPackage, packKit } from './pack'

const USAGE = `Usage:
  npm run kit               writes the packages for other repositories to dist/kit
  npm run kit -- --publish  also publishes the versions that the npm registry lacks`

const Packed = v.tuple([v.object({ shasum: v.string() })])

/** `npm run kit`: packs the kit, and publishes it to the npm registry of npm's settings. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  const { publish } = readArgs(args)
  const packages = await packKit(join(ROOT, 'dist/kit'), stop)
  for (const one of packages) {
    const { name, version, folder } = one
    const state = publish ? await publishOnce(one, stop) : folder
    console.log(`${name}@${version}: ${state}`)
  }
  return 0
}

function readArgs(args: string[]) {
  try {
    return parseArgs({ args, options: { publish: { type: 'boolean' } } }).values
  } catch (error) {
    throw new CommandError(`${asCommandError(error).message}\n${USAGE}`)
  }
}

/** Versions are immutable: a changed package needs a new one. */
async function publishOnce({ name, version, folder }: PackedPackage, stop: AbortSignal): Promise<string> {
  const read = async (...args: string[]) => {
    const { output } = await runChild('npm', args, { cwd: folder, signal: stop, stdio: ['ignore', 'pipe', 'ignore'] })
    return output.trim()
  }
  const published = await read('view', `${name}@${version}`, 'dist.shasum')
  if (/^[\da-f]{40}$/.test(published)) {
    const [{ shasum }] = v.parse(Packed, JSON.parse(await read('pack', '--dry-run', '--json')))
    if (published === shasum) return 'is published already'
    throw new CommandError(
      `${name}@${version} is published with other contents: set a new version in its package.json.`,
    )
  }
  const { code, output } = await runChild('npm', ['publish'], { cwd: folder, signal: stop })
  if (code === 0) return 'published'
  throw new CommandError(`${name}@${version} was not published:\n${output.trim()}`)
}
