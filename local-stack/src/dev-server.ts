import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'
import { type Configuration as DevServerOptions, RspackDevServer } from '@rspack/dev-server'
import { CROSS_ORIGIN_HEADERS } from './remotes-server'
import type { ShellConfig } from './shell-server'
import type { Package } from './workspace'

const KEEP_RENDERERS = fileURLToPath(new URL('keep-renderers.ts', import.meta.url))

interface DevServer {
  close(): Promise<void>
}

/** The shell with hot reload, and the configuration it asks for. */
export async function startShellDevServer(shell: Package, port: number, config: ShellConfig): Promise<DevServer> {
  const build = await buildOf(shell)
  const keepRenderers = new rspack.EntryPlugin(shell.directory, KEEP_RENDERERS, {})
  return startDevServer(
    { ...build, plugins: [...(build.plugins ?? []), keepRenderers] },
    {
      port,
      historyApiFallback: true,
      setupMiddlewares: (middlewares) => [
        {
          name: 'config',
          path: '/config.json',
          middleware: (_request: unknown, response: ServerResponse) => sendJson(response, config),
        },
        ...middlewares,
      ],
    },
  )
}

/** One remote with hot reload, for pages of any origin. */
export async function startRemoteDevServer(remote: Package, port: number): Promise<DevServer> {
  return startDevServer(await buildOf(remote), { port, headers: CROSS_ORIGIN_HEADERS })
}

async function startDevServer(build: Configuration, options: DevServerOptions): Promise<DevServer> {
  const server = new RspackDevServer(
    { host: 'localhost', hot: true, setupExitSignals: false, static: false, ...options },
    rspack(build),
  )
  await server.start()
  return { close: () => server.stop() }
}

async function buildOf({ name, directory }: Package): Promise<Configuration> {
  const module: { default: Configuration } = await import(pathToFileURL(join(directory, 'rspack.config.ts')).href)
  return { ...module.default, name, stats: 'errors-warnings', infrastructureLogging: { level: 'warn' } }
}

function sendJson(response: ServerResponse, json: object): void {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(json))
}
