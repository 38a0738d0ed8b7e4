import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { localHosts } from '@canje/reference-backend/hosts'
import { readShellConfig } from '@canje/registry'
import type { Configuration } from '@rspack/core'
import type { Configuration as DevServerOptions } from '@rspack/dev-server'
import type { Package } from '../project'
import type { ConfigJson } from './config-json'
import { NONCE_PLACEHOLDER } from './content-security-policy'
import { DEFAULT_HEADERS } from './http-server'
import { pageHeaders } from './page-headers'
import { SHELL_HEADERS } from './shell-server'

/**
 * Starts the dev server of the shell, with hot reload and `/config.json`.
 *
 * @param remotes origins of the remotes' dev servers
 * @param hosts those of `createHttpServer`, for requests and for the WebSocket of hot reload
 */
export async function startShellDevServer(
  shell: Package,
  port: number,
  config: ConfigJson,
  remotes: string[],
  hosts: readonly string[],
) {
  const build = await rspackConfigOf(shell)
  return startDevServer(build, hosts, {
    port,
    headers: { ...SHELL_HEADERS, ...developmentHeaders(build, config, remotes) },
    historyApiFallback: true,
    // Last: after the check of the host, and the headers.
    setupMiddlewares: (middlewares) => [
      ...middlewares,
      {
        name: 'config',
        middleware: ({ url = '' }: IncomingMessage, response: ServerResponse, next: () => void) => {
          const json = url === '/config.json' ? JSON.stringify(config) : config.settingsAt?.(url)
          if (json === undefined) return next()
          response.setHeader('Content-Type', 'application/json')
          response.end(json)
        },
      },
    ],
  })
}

/** Starts the dev server of a remote, with hot reload, for pages of any origin. */
export async function startRemoteDevServer(remote: Package, port: number, hosts: readonly string[]) {
  return startDevServer(await rspackConfigOf(remote), hosts, { port, headers: CROSS_ORIGIN_HEADERS })
}

/**
 * The nonce is the unchanged placeholder, because it is no secret on a developer's machine. An edit of the inline script
 * needs a restart.
 */
function developmentHeaders(
  { context = '' }: Configuration,
  config: ConfigJson,
  remotes: string[],
): Record<string, string> {
  const html = readFileSync(join(context, 'src/index.html'), 'utf8')
  const page = { html, nonce: NONCE_PLACEHOLDER }
  const { previewOrigins = [], ...settings } = readShellConfig(config)
  return pageHeaders({ ...settings, previewOrigins: [...remotes, ...previewOrigins] }, page)
}

async function startDevServer(
  build: Configuration,
  hosts: readonly string[],
  { headers, ...options }: DevServerOptions & { headers: Record<string, string> },
) {
  // Loaded when they are used: half a second of each command that imports this package would go into them.
  const [{ rspack }, { RspackDevServer }] = await Promise.all([import('@rspack/core'), import('@rspack/dev-server')])
  const server = new RspackDevServer(
    {
      host: 'localhost',
      hot: true,
      setupExitSignals: false,
      static: false,
      headers: { ...DEFAULT_HEADERS, ...headers },
      // It knows the names of this machine, and takes `all` for every host.
      allowedHosts: hosts.filter((host) => ![...localHosts, 'all'].includes(host)),
      ...options,
    },
    rspack(build),
  )
  await server.start()
  return { close: () => server.stop() }
}

async function rspackConfigOf({ name, directory }: Package): Promise<Configuration> {
  const module: { default: Configuration } = await import(pathToFileURL(join(directory, 'rspack.config.ts')).href)
  return { ...module.default, name }
}
