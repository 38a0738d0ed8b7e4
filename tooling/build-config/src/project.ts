import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildId } from './build-inputs'
import { type Extension, extensionsIn } from './extensions'

/** The command `canje dev`, and the names of `rspack serve`. */
const SERVERS = ['dev', 'serve', 'server', 's']

/**
 * Whether configurations are for production: all but those of a dev server, and of a build with `CANJE_DEVELOPMENT`.
 * `NODE_ENV` does not decide, because pipelines and shells set it to any value.
 */
export const IS_PRODUCTION = !SERVERS.includes(process.argv[2] ?? '') && !process.env.CANJE_DEVELOPMENT
// Plugins of Rspack read it.
process.env.NODE_ENV = IS_PRODUCTION ? 'production' : 'development'

/** The metadata of a build before it runs. */
export interface Project {
  directory: string
  name: string
  version: string
  build: string
  /** The block `canje` of package.json; without `tab` for the host. */
  canje: { tab?: unknown; prefetch?: unknown; prefetchByPost?: unknown; connect?: unknown; port?: number }
  /** Its `extensions`. */
  extensions: Extension[]
  /** Its `settings`: the schema of them, such as `./settings.schema.json`. */
  settings: string | undefined
}

/**
 * @param configUrl `import.meta.url` of the project's rspack.config.ts
 * @throws Error when `canje.extensions` or `canje.settings` is invalid
 */
export function readProject(configUrl: string): Project {
  const directory = fileURLToPath(new URL('.', configUrl)).replace(/[\\/]$/, '')
  const manifest = join(directory, 'package.json')
  const { name, version, canje = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (!/^\.\/.+\.json$/.test(canje.settings ?? './settings.schema.json'))
    throw new Error(`${manifest}: canje.settings must be a file such as "./settings.schema.json".`)
  return {
    directory,
    name,
    version,
    build: IS_PRODUCTION ? buildId(directory) : 'dev',
    canje,
    extensions: extensionsIn(directory, canje.extensions),
    settings: canje.settings,
  }
}
