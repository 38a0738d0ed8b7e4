import { type ClientRequest, createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { DevServer } from '@rspack/core'
import * as v from 'valibot'
import type { Project } from './project'
import { remotePort } from './remote-port'

/** Headers of public files for pages of any origin. */
export const CROSS_ORIGIN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
}

/** The ports of `npm start`. */
const PORTS = { PORT: 3000, REMOTES_PORT: 3001 }
const Port = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(65_535))

/** The server of `rspack dev` in the folder of a remote. It prints where the shell of `npm run dev` shows the remote. */
export function remoteDevServer(project: Project): DevServer {
  const shell = `http://localhost:${portOf('PORT')}`
  const openAt = (origin: string) =>
    `Open ${shell}/main?preview=${origin}/release.json in the shell of npm run dev -w <another remote>, or of PREVIEW_ORIGINS=${origin} npm start`
  return { ...devServer(project, openAt), headers: CROSS_ORIGIN_HEADERS }
}

const Services = v.looseObject({ securityUrl: v.string(), apiUrl: v.string() })

/**
 * The server of `rspack dev` in the folder of the shell. Services and tabs are those of a running product, `npm start` or
 * `npm run dev`. It forwards requests to the services, whose CORS policies allow the product's own shell only.
 */
export function hostDevServer(project: Project): DevServer {
  const product = `http://localhost:${portOf('PORT')}`
  const readConfig = async () => v.parse(Services, await (await fetch(`${product}/config.json`)).json())
  const forward = (path: string, service: 'securityUrl' | 'apiUrl') => ({
    context: path,
    pathRewrite: { [`^${path}`]: '' },
    router: async () => (await readConfig())[service],
    changeOrigin: true,
    on: { proxyReq: (request: ClientRequest) => request.removeHeader('origin') },
  })
  const sendConfig = async (_request: unknown, response: ServerResponse) => {
    try {
      const config = { ...(await readConfig()), securityUrl: '/security', apiUrl: '/api' }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(config))
    } catch {
      response.writeHead(502).end(`${product} has no product: run npm start.`)
    }
  }
  return {
    ...devServer(project, (origin) => `Open ${origin} beside npm start: services and tabs are those of ${product}`),
    historyApiFallback: true,
    proxy: [forward('/security', 'securityUrl'), forward('/api', 'apiUrl')],
    setupMiddlewares: (middlewares) => [
      { name: 'config', path: '/config.json', middleware: sendConfig },
      ...middlewares,
    ],
  }
}

/** @param openAt says where to open an origin, which `--port` may have changed */
function devServer(project: Project, openAt: (origin: string) => string): DevServer {
  return {
    host: 'localhost',
    port: remotePort(project, portOf('REMOTES_PORT')),
    hot: true,
    static: false,
    server: (_options, app) => createListener(app),
    onListening: ({ options }) => console.log(openAt(`http://localhost:${options.port}`)),
  }
}

/** The dev server would show the stack of an error that is nearly always a taken port. */
function createListener(app: RequestListener) {
  return createServer(app).on('error', ({ message }) => {
    console.error(`Cannot serve: ${message}. Free that port or set another.`)
    process.exit(1)
  })
}

/** An empty variable counts as unset. */
function portOf(variable: keyof typeof PORTS): number {
  const text = process.env[variable] || String(PORTS[variable])
  const port = v.safeParse(Port, text)
  if (port.success) return port.output
  console.error(`${variable} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`)
  process.exit(1)
}
