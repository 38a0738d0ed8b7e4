import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openStore, type ReleaseStore } from '@canje/release-store'
import { keyFileIn, releaseStoreIn } from '../dev-stack/data-directory'
import { readLocations } from '../dev-stack/locations'
import { originOf } from '../dev-stack/origin'
import { asCommandError, CommandError } from '../project/command-error'
import type { Options } from './command-line'
import { baseOf, shellsIn } from './shell-urls'

/** Resolved inputs of a command. */
export interface Context {
  store: ReleaseStore
  /** The store that `copy` reads; by default the same. */
  from: ReleaseStore
  /** The absolute path of the private key that signs a change. */
  keyFile: string
  /** Base URLs of the live shells, each ending in a slash. */
  shells: string[]
  /** The same of the shells that read the store of `--from`; none without `--from-shell`. */
  fromShells: string[]
  /** Working directory of the command. */
  folder: string
  /** Their paths are absolute. */
  options: Options
  environment: NodeJS.ProcessEnv
  stop: AbortSignal
}

/**
 * Resolves the options of a command. Defaults are RELEASE_STORE and RELEASE_SHELLS, or the store, key and shell of
 * `npm start`. Relative paths resolve against INIT_CWD, where npm was started.
 *
 * @throws Error when a setting of the environment is invalid, the store is neither a directory nor a bucket with
 *   credentials, or `--out` cannot be written; a missing directory of a store is valid
 */
export function contextOf(
  options: Options,
  folder: string,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Context {
  const { DATA_DIR, PORT } = readLocations(environment, folder)
  const here = environment.INIT_CWD ?? folder
  const store = openStore(
    options.to ?? options.store ?? (environment.RELEASE_STORE || releaseStoreIn(DATA_DIR)),
    here,
    options.to === undefined ? '--store or RELEASE_STORE' : '--to',
  )
  return {
    store,
    from: options.from === undefined ? store : openStore(options.from, here, '--from'),
    keyFile: options.key ? resolve(here, options.key) : keyFileIn(DATA_DIR),
    shells: (options.shell ?? shellsIn(environment) ?? [originOf(PORT)]).map(baseOf),
    fromShells: (options.fromShell ?? []).map(baseOf),
    folder,
    options: withPaths(options, here),
    environment,
    stop,
  }
}

/** The options that name a file or folder. */
const PATHS = ['dist', 'packed', 'out', 'artifacts'] as const

function withPaths(options: Options, here: string): Options {
  const resolved = { ...options }
  for (const name of PATHS) if (options[name] !== undefined) resolved[name] = resolve(here, pathOf(name, options[name]))
  const { out, artifacts } = resolved
  // Before a build and tests, which take minutes.
  if (out !== undefined) requireFolder('--out', dirname(out))
  if (artifacts !== undefined) requireFolder('--artifacts', artifacts)
  return resolved
}

/** @throws CommandError for what may be a key or a URL with a password, which it does not quote */
function pathOf(option: (typeof PATHS)[number], text: string): string {
  if (!/:\/\/|:[^/]*@|[\r\n]/.test(text)) return text
  throw new CommandError(`--${option} must be the path of a file or folder on this machine.`)
}

/** Creates a folder unless it exists. @throws CommandError when nothing can be written to it */
function requireFolder(option: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new CommandError(`${option} cannot be written to ${folder}: ${asCommandError(error).message}.`)
  }
}
