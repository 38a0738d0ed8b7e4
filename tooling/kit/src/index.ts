import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommandError, CommandError, runChild } from '@canje/project'
import { ROOT } from 'workspace'
import { type PackedPackage, packKit } from './pack'

const USAGE = `Usage:
  npm run kit               writes the packages for other repositories to dist/kit
  npm run kit -- --publish  also publishes the versions that the npm registry lacks`

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

/** Versions are immutable: a version that the registry has is left alone. */
async function publishOnce({ name, version, folder }: PackedPackage, stop: AbortSignal): Promise<string> {
  const npm = (...args: string[]) => runChild('npm', args, { cwd: folder, signal: stop })
  const known = await npm('view', `${name}@${version}`, 'version')
  if (known.code === 0 && known.output.includes(version)) return 'is published already'
  const { code, output } = await npm('publish')
  if (code === 0) return 'published'
  throw new CommandError(`${name}@${version} was not published:\n${output.trim()}`)
}
