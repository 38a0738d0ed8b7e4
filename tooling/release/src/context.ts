import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isFolderPath, originOf, readSettings } from 'dev-stack'
import { CommandError } from 'workspace'
import type { Options } from './command-line'

/** What a command works on. */
export interface Context {
  /** Absolute path of the release store. */
  store: string
  /** Absolute path of the private key that signs the registry. */
  keyFile: string
  /** Absolute path of the private key that is to take its place; of use to `rekey` only, which requires it. */
  newKeyFile: string
  /** Addresses of the shells that are live, each ending in a slash. */
  shells: string[]
  /** The folder that the command was given in. */
  folder: string
  options: Options
  environment: NodeJS.ProcessEnv
  stop: AbortSignal
}

/**
 * Fills in what the command line leaves out: the store, the key and the shell that `npm start` uses, or the shells of
 * RELEASE_SHELLS. A relative path is
 * relative to where the person is, which for a script of npm is INIT_CWD.
 *
 * @throws CommandError when the environment holds a bad setting, or the store is no folder; it need not be there
 */
export function contextOf(
  options: Options,
  folder: string,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Context {
  const { dataDirectory, port } = readSettings(environment)
  const here = environment.INIT_CWD ?? folder
  const store = options.store === undefined ? join(dataDirectory, 'releases') : resolve(here, pathIn(options.store))
  return {
    store: storeAt(store),
    keyFile: options.key ? resolve(here, options.key) : join(dataDirectory, 'release-key.pem'),
    newKeyFile: resolve(here, options.newKey ?? ''),
    shells: (options.shell ?? shellsIn(environment) ?? [originOf(port)]).map((shell) => new URL('/', shell).href),
    folder,
    options,
    environment,
    stop,
  }
}

function pathIn(store: string): string {
  if (isFolderPath(store)) return store
  throw new CommandError(
    `--store must be a folder of this machine, not "${store}": mount what is elsewhere; if a name has a colon, begin with ./ or /.`,
  )
}

function storeAt(store: string): string {
  if (statSync(store, { throwIfNoEntry: false })?.isDirectory() !== false) return store
  throw new CommandError(`${store} is not a directory: name that of a release store, or a new one (--store).`)
}

/** All shells that staff use, separated by commas: one list for every team's pipeline. */
function shellsIn({ RELEASE_SHELLS }: NodeJS.ProcessEnv): string[] | undefined {
  if (!RELEASE_SHELLS) return undefined
  const shells = RELEASE_SHELLS.split(',').map((shell) => shell.trim())
  const wrong = shells.find((shell) => !URL.canParse(shell) || !/^https?:$/.test(new URL(shell).protocol))
  if (wrong === undefined) return shells
  throw new CommandError(`RELEASE_SHELLS must be http or https addresses, separated by commas, not "${wrong}".`)
}
