import { fileURLToPath } from 'node:url'
import type { WebServer } from './web-server'

const CONFIGURATION = fileURLToPath(new URL('../Caddyfile', import.meta.url))

export const caddy: WebServer = {
  name: 'Caddy',
  debianPackage: 'caddy',
  version: ['caddy', 'version'],
  listenAddress: (port) => `http://localhost:${port}`,
  async prepare(folder, variables) {
    const env = { ...process.env, ...variables, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
    return { args: ['run', '--config', CONFIGURATION, '--adapter', 'caddyfile'], options: { env } }
  },
}
