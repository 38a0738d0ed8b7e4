import { join } from 'node:path'
import { type ReleaseManifest, slotModule, TAB_MODULE } from '@canje/registry'
import { buildOutOfDate } from '../../project/build'
import { asCommandError } from '../../project/command-error'
import type { Package } from '../../project/project'
import { type CheckResult, type Finding, Refusal } from '../findings'
import { checkContent } from './content'
import { buildFailed, readManifest } from './dist'

/**
 * Builds a remote if it is out of date, and reads its release manifest.
 *
 * @param stop aborts the build
 * @throws Refusal when there is nothing to check
 */
export async function buildRemote(remote: Package, stop: AbortSignal): Promise<CheckResult<ReleaseManifest>> {
  const { name, directory } = remote
  try {
    await buildOutOfDate([remote], stop)
  } catch (error) {
    stop.throwIfAborted()
    const fix = `Run "npm run build" in ${name} and fix the compiler errors.`
    throw new Refusal([buildFailed(asCommandError(error).message.trim(), fix)])
  }
  const dist = join(directory, 'dist')
  const manifest = await readManifest(dist, `Correct package.json of ${name}, canje.tab first.`)
  return { value: manifest, findings: [...moduleMissing(manifest), ...(await checkContent(manifest, dist))] }
}

/** Requires `./Tab` and the modules of slots among the exposed ones: each has files in its `preload` list. */
export function moduleMissing({
  name,
  preload,
  extensions = [],
}: Pick<ReleaseManifest, 'name' | 'preload' | 'extensions'>): Finding[] {
  const ofSlots = extensions.map((extension) => ({ module: slotModule(extension.slot), preload: extension.preload }))
  const modules = [{ module: TAB_MODULE, preload }, ...ofSlots]
  return modules
    .filter((exposed) => exposed.preload.length === 0)
    .map(({ module }) => ({
      code: 'tab-missing',
      message: `The build of ${name} does not expose ${module}.`,
      fix: 'Keep rspack.config.ts as in the template: it exposes src/Tab.tsx and canje.extensions of package.json.',
    }))
}
