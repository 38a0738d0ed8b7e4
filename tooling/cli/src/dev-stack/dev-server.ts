import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { createHostCheck, localHosts, notServed } from '@canje/reference-backend/hosts'
import { readShellConfig } from '@canje/registry'
import type { Configuration } from '@rspack/core'
import type { Configuration as DevServerOptions } from '@rspack/dev-server'
import type { Package } from '../project'
import type { ConfigJson } from './config-json'
import { NONCE_PLACEHOLDER } from './content-security-policy'
import { DEFAULT_HEADERS } from './http-server'
import { pageHeaders } from './page-headers'
import { SHELL_HEADERS } from './shell-server'

interface DevServer {
  close(): Promise<void>
}

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
): Promise<DevServer> {
  const build = await rspackConfigOf(shell)
  return startDevServer(build, hosts, {
    port,
    headers: { ...SHELL_HEADERS, ...developmentHeaders(build, config, remotes) },
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
export async function startRemoteDevServer(
  remote: Package,
  port: number,
  hosts: readonly string[],
): Promise<DevServer> {
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
): Promise<DevServer> {
  // Loaded when they are used: half a second of each command that imports this package would go into them.
  const [{ rspack }, { RspackDevServer }] = await Promise.all([import('@rspack/core'), import('@rspack/dev-server')])
  const server = new RspackDevServer(
    {
      host: 'localhost',
      hot: true,
      setupExitSignals: false,
      static: false,
      headers: { ...DEFAULT_HEADERS, ...headers },
      server: (_options, app) => createCheckedServer(app, hosts),
      // For origins of WebSockets. It knows the names of this machine, and takes `all` for every host.
      allowedHosts: hosts.filter((host) => ![...localHosts, 'all'].includes(host)),
      ...options,
    },
    rspack(build),
  )
  await server.start()
  return { close: () => server.stop() }
}

/** Checks hosts before the dev server does, which serves every IP address and answers with 403. */
function createCheckedServer(app: RequestListener, hosts: readonly string[]): Server {
  const isServed = createHostCheck(hosts)
  const server = createServer((request, response) => {
    if (isServed(request)) app(request, response)
    else response.writeHead(421, DEFAULT_HEADERS).end(notServed)
  })
  server.on('upgrade', (request, socket) => {
    // The WebSocket server, which listens later, destroys a socket that has ended.
    if (!isServed(request)) socket.end('HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\n\r\n')
  })
  return server
}

async function rspackConfigOf({ name, directory }: Package): Promise<Configuration> {
  const module: { default: Configuration } = await import(pathToFileURL(join(directory, 'rspack.config.ts')).href)
  return { ...module.default, name }
}

function sendJson(response: ServerResponse, json: object): void {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(json))
}
