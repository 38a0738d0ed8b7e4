import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Configuration, completed } from '../src/configuration'
import type { WebServer } from './web-server'

/** Serves the shell, and a release store in a folder. */
export const caddy = caddyWith('Caddyfile')
/** Serves a release store in a bucket. */
export const caddyOfBucket = { ...caddyWith('bucket.Caddyfile'), servesShell: false }

/** @param edit changes the text of the configuration */
export function caddyWith(
  configuration: Configuration,
  edit: (text: string) => Promise<string> = async (text) => text,
): WebServer {
  return {
    name: 'Caddy',
    debianPackage: 'caddy',
    version: ['caddy', 'version'],
    listenAddress: (port) => `http://localhost:${port}`,
    async prepare(folder, variables) {
      const file = join(folder, configuration)
      await writeFile(file, await edit(await completed(configuration, variables)))
      const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
      return { args: ['run', '--config', file, '--adapter', 'caddyfile'], options: { env } }
    },
  }
}
