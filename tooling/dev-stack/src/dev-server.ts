import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Package } from '@canje/project'
import { type Configuration, rspack } from '@rspack/core'
import { type Configuration as DevServerOptions, RspackDevServer } from '@rspack/dev-server'
import { NONCE_PLACEHOLDER, pagePolicy } from './content-security-policy'
import { DEFAULT_HEADERS } from './http-server'
import { CROSS_ORIGIN_HEADERS } from './remotes-server'
import type { ShellConfig } from './shell-config'
import { PAGE_HEADERS } from './shell-server'

interface DevServer {
  close(): Promise<void>
}

/**
 * Starts the dev server of the shell, with hot reload and `/config.json`.
 *
 * @param remotes origins of the remotes' dev servers
 */
export async function startShellDevServer(
  shell: Package,
  port: number,
  config: ShellConfig,
  remotes: string[],
): Promise<DevServer> {
  return startDevServer(await rspackConfigOf(shell), {
    port,
    headers: { ...PAGE_HEADERS, 'Content-Security-Policy': developmentPolicy(config, remotes) },
    historyApiFallback: true,
    setupMiddlewares: (middlewares) => [
      {
        name: 'config',
        path: '/config.json',
        middleware: (_request: unknown, response: ServerResponse) => sendJson(response, config),
      },
      ...middlewares,
    ],
  })
}

/** Starts the dev server of a remote, with hot reload, for pages of any origin. */
export async function startRemoteDevServer(remote: Package, port: number): Promise<DevServer> {
  return startDevServer(await rspackConfigOf(remote), { port, headers: CROSS_ORIGIN_HEADERS })
}

/** The nonce is the unchanged placeholder, because it is no secret on a developer's machine. */
function developmentPolicy(config: ShellConfig, remotes: string[]): string {
  return pagePolicy({ ...config, previewOrigins: remotes }, NONCE_PLACEHOLDER)
}

async function startDevServer(
  build: Configuration,
  { headers, ...options }: DevServerOptions & { headers: Record<string, string> },
): Promise<DevServer> {
  const server = new RspackDevServer(
    {
      host: 'localhost',
      hot: true,
      setupExitSignals: false,
      static: false,
      headers: { ...DEFAULT_HEADERS, ...headers },
      ...options,
    },
    rspack(build),
  )
  await server.start()
  return { close: () => server.stop() }
}

async function rspackConfigOf({ name, directory }: Package): Promise<Configuration> {
  const module: { default: Configuration } = await import(pathToFileURL(join(directory, 'rspack.config.ts')).href)
  return { ...module.default, name, stats: 'errors-warnings', infrastructureLogging: { level: 'warn' } }
}

function sendJson(response: ServerResponse, json: object): void {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(json))
}
