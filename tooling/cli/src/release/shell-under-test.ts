import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ConfigJson, createShellServer, listen } from '../dev-stack'
import { asCommandError } from '../project'
import { fetchShells } from './checks/shells'
import type { Context } from './context'
import { Refusal } from './findings'
import { baseOf, isShellUrl } from './shell-urls'

/** A shell that is not live yet. */
export type ShellUnderTest = Awaited<ReturnType<typeof openShellUnderTest>>

/** A colon before the first slash. */
const NOT_A_FOLDER = /^[^/\\]{2,}:/

/** Of a build without `config.json`. All responses of these URLs are stubbed. */
const CONFIG = {
  securityUrl: 'http://security.invalid/',
  apiUrl: 'http://api.invalid/',
  storeUrl: 'http://remotes.invalid/',
  storeId: 'under-test',
  operatorKeys: [`${'A'.repeat(43)}=`],
  remotes: {},
}

/**
 * Opens a shell that is checked: reads a running one, or serves the folder of a build on this machine.
 *
 * @param target URL, or path of a folder relative to INIT_CWD
 * @throws Refusal when it cannot be read
 */
export async function openShellUnderTest({ folder, environment, stop }: Context, target: string) {
  const isUrl = isShellUrl(target)
  // A message about a missing folder would quote the password of an invalid URL.
  if (!isUrl && NOT_A_FOLDER.test(target)) throw unreadable('The argument is neither the URL of a shell nor a folder.')
  /** Ends in a slash, for messages. */
  const label = isUrl ? baseOf(target) : join(resolve(environment.INIT_CWD ?? folder, target), '/')
  try {
    const file = join(label, 'config.json')
    /** A folder without one lists nothing. */
    const hasConfig = isUrl || existsSync(file)
    const server = isUrl ? undefined : await serve(label, hasConfig ? JSON.parse(await readFile(file, 'utf8')) : CONFIG)
    const { value: [shell] = [], findings } = await fetchShells([server?.url ?? label], stop)
    const close = async () => server?.close()
    if (shell) return { ...shell, label, hasConfig, close }
    await close()
    throw unreadable(String(findings[0]?.message).replaceAll(server?.url ?? label, label))
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof Refusal) throw error
    throw unreadable(
      `The shell in ${label} cannot be served, or has an invalid config.json: ${asCommandError(error).message}`,
    )
  }
}

/** Serves the build of a shell on a free port. */
async function serve(root: string, config: ConfigJson) {
  const server = await createShellServer(root, config)
  return { url: `${await listen(server, 0)}/`, close: () => server.close() }
}

function unreadable(message: string): Refusal {
  const fix = 'Pass the URL of a running shell, or the folder of its build, such as shell/dist.'
  return new Refusal([{ code: 'shell-unreachable', message, fix }])
}
