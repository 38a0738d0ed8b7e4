import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import type { DevServer } from '@rspack/core'
import type { Project } from './project'
import { remotePort } from './remote-port'

/** Headers of public files for pages of any origin. */
export const CROSS_ORIGIN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
}

/** The ports of `npm start`. */
const PORTS = { PORT: 3000, REMOTES_PORT: 3001, SECURITY_PORT: 4001, API_PORT: 4002 }

/** The server of `rspack dev` in the folder of a remote. It prints where the shell of `npm run dev` shows the remote. */
export function remoteDevServer(project: Project): DevServer {
  const port = remotePort(project, portOf('REMOTES_PORT'))
  const origin = `http://localhost:${port}`
  const shell = `http://localhost:${portOf('PORT')}`
  return {
    ...devServer(port),
    headers: CROSS_ORIGIN_HEADERS,
    onListening: () =>
      console.log(
        `Open ${shell}/main?preview=${origin}/release.json in the shell of npm run dev -w <another remote>, or of PREVIEW_ORIGINS=${origin} npm start`,
      ),
  }
}

/**
 * The server of `rspack dev` in the folder of the shell, for the services and the registry of the environment. It forwards
 * requests to the services, whose CORS policies allow the shell of `npm start` only.
 */
export function hostDevServer(): DevServer {
  const { SECURITY_URL, API_URL } = process.env
  const securityUrl = SECURITY_URL || `http://localhost:${portOf('SECURITY_PORT')}`
  const apiUrl = API_URL || `http://localhost:${portOf('API_PORT')}`
  const registryUrl = `http://localhost:${portOf('REMOTES_PORT')}/registry.json`
  const sendConfig = (_request: unknown, response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ securityUrl: '/security', apiUrl: '/api', registryUrl }))
  }
  return {
    ...devServer(portOf('PORT')),
    historyApiFallback: true,
    setupMiddlewares: (middlewares) => [
      { name: 'config', path: '/config.json', middleware: sendConfig },
      { name: 'security', path: '/security', middleware: forwardTo(securityUrl) },
      { name: 'api', path: '/api', middleware: forwardTo(apiUrl) },
      ...middlewares,
    ],
    onListening: () =>
      console.log(
        `Open http://localhost:${portOf('PORT')} with the services ${securityUrl} and ${apiUrl}, and the tabs of ${registryUrl}`,
      ),
  }
}

function forwardTo(base: string): RequestListener {
  const { host, protocol, href } = new URL(base.replace(/\/?$/, '/'))
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  return (request: IncomingMessage, response: ServerResponse) => {
    const { origin: _foreign, ...headers } = request.headers
    const options = { method: request.method, headers: { ...headers, host } }
    const forwarded = send(new URL(`.${request.url}`, href), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => {})
    })
    forwarded.on('error', () => response.headersSent || response.writeHead(502).end())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  }
}

function devServer(port: number): DevServer {
  return { host: 'localhost', port, hot: true, static: false, server: (_options, app) => createListener(app, port) }
}

/** The dev server would show the stack of an error that is nearly always a taken port. */
function createListener(app: RequestListener, port: number) {
  return createServer(app).on('error', ({ message }) => {
    console.error(`Cannot listen on port ${port}: ${message}. Free that port or set another.`)
    process.exit(1)
  })
}

function portOf(variable: keyof typeof PORTS): number {
  return Number(process.env[variable]) || PORTS[variable]
}
