import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildId } from './build-inputs'

/** Configurations read NODE_ENV when they load. */
export const IS_PRODUCTION = process.env.NODE_ENV === 'production'

/** The metadata of a build before it runs. */
export interface Project {
  directory: string
  name: string
  version: string
  build: string
  /** `canje.tab` of package.json; undefined for the host. */
  tab: unknown
  /** Requests to the info API that the tab makes when it opens. */
  prefetch: unknown
  prefetchByPost: unknown
}

/** @param configUrl `import.meta.url` of the project's rspack.config.ts */
export function readProject(configUrl: string): Project {
  const directory = fileURLToPath(new URL('.', configUrl)).replace(/[\\/]$/, '')
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return {
    directory,
    name: manifest.name,
    version: manifest.version,
    build: IS_PRODUCTION ? buildId(directory) : 'dev',
    tab: manifest.canje?.tab,
    prefetch: manifest.canje?.prefetch,
    prefetchByPost: manifest.canje?.prefetchByPost,
  }
}
