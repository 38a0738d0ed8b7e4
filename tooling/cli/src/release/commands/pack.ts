import { resolve } from 'node:path'
import { checkSource, ifOpened } from '../check-source'
import { readShells } from '../checks/live-shells'
import { chosenSource } from '../chosen-source'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { writePacked } from '../packed/write-packed'

/**
 * Builds and checks a remote, or checks what another bundler built, and writes one file for `publish --packed`. It needs
 * no key and no store.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function packRemote(context: Context, target: string | undefined): Promise<Outcome> {
  const exposed = keyExposed(context.environment)
  if (exposed.length > 0) return refusal(exposed)
  const { value: source, findings: unusable } = await chosenSource(context, target)
  if (!source) return refusal(unusable)
  const checked = await checkSource(context, source, await readShells(context))
  const { value: manifest } = checked
  if (!manifest) return refusal(checked.findings)
  return ifOpened(context, source, { ...checked, value: manifest }, async (folder) => {
    const { name, version, build } = manifest
    const { shells, options, environment } = context
    const file = options.out ?? resolve(environment.INIT_CWD ?? context.folder, `${name}-${version}.tgz`)
    await writePacked(file, folder, { shells, ...(checked.tests && { tests: checked.tests }) })
    const line = `${name} ${version} is packed and checked: "npm run release -- publish ${name} --packed ${file}" makes it live.`
    return { result: { name, version, build, file, shells }, lines: [line], findings: [] }
  })
}

/** It cannot be hidden: a process can read the environment that its parents were started with. */
function keyExposed({ RELEASE_KEY }: NodeJS.ProcessEnv): Finding[] {
  if (!RELEASE_KEY) return []
  const message = 'RELEASE_KEY is set: pack runs code of the remote, which could read the key.'
  const fix = 'Set it only for "publish --packed", in a job of its own, and run pack in a job without it.'
  return [{ code: 'key-exposed', message, fix }]
}
