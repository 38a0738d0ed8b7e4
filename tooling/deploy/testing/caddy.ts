import { fileURLToPath } from 'node:url'
import type { WebServer } from './web-server'

/** Serves the shell, and a release store in a folder. */
export const caddy = caddyWith('../Caddyfile')
/** Serves a release store in a bucket. */
export const caddyOfBucket = { ...caddyWith('../bucket.Caddyfile'), servesShell: false }

function caddyWith(configuration: string): WebServer {
  return {
    name: 'Caddy',
    debianPackage: 'caddy',
    version: ['caddy', 'version'],
    listenAddress: (port) => `http://localhost:${port}`,
    async prepare(folder, variables) {
      const env = { ...process.env, ...variables, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
      return {
        args: ['run', '--config', fileURLToPath(new URL(configuration, import.meta.url)), '--adapter', 'caddyfile'],
        options: { env },
      }
    },
  }
}
