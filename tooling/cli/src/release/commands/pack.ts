import { resolve } from 'node:path'
import { checkSource, ifOpened } from '../check-source'
import { readShells } from '../checks/live-shells'
import { chosenSource } from '../chosen-source'
import type { Context } from '../context'
import { Refusal } from '../findings'
import type { Outcome } from '../outcome'
import { writePacked } from '../packed/write-packed'

/**
 * Builds and checks a remote, or checks what another bundler built, and writes one file for `publish --packed`. It needs
 * no key and no store.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function packRemote(context: Context, target: string | undefined): Promise<Outcome> {
  requireNoKey(context.environment)
  const source = await chosenSource(context, target)
  const checked = await checkSource(context, source, await readShells(context))
  return ifOpened(context, source, checked, async (folder, { name, version, build }) => {
    const { shells, options, environment } = context
    const file = options.out ?? resolve(environment.INIT_CWD ?? context.folder, `${name}-${version}.tgz`)
    await writePacked(file, folder, { shells, ...(checked.tests && { tests: checked.tests }) })
    const line = `${name} ${version} is packed and checked: "npm run release -- publish ${name} --packed ${file}" makes it live.`
    return { result: { name, version, build, file, shells }, lines: [line], findings: [] }
  })
}

/** It cannot be hidden: a process can read the environment that its parents were started with. */
function requireNoKey({ RELEASE_KEY }: NodeJS.ProcessEnv): void {
  if (!RELEASE_KEY) return
  const message = 'RELEASE_KEY is set: pack runs code of the remote, which could read the key.'
  const fix = 'Set it only for "publish --packed", in a job of its own, and run pack in a job without it.'
  throw new Refusal([{ code: 'key-exposed', message, fix }])
}
