import { createServer, type RequestListener } from 'node:http'
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
export function remoteDevServer({ name, canje }: Project): DevServer {
  const shell = `http://localhost:${portOf('PORT')}`
  return {
    host: 'localhost',
    port: remotePort({ ...canje, name }, portOf('REMOTES_PORT')),
    hot: true,
    static: false,
    headers: CROSS_ORIGIN_HEADERS,
    server: (_options, app) => createListener(app),
    onListening({ options }) {
      // `--port` may have changed it.
      const origin = `http://localhost:${options.port}`
      console.log(
        `Open ${shell}/main?preview=${origin}/release.json in the shell of npm run dev -w <another remote>, or of PREVIEW_ORIGINS=${origin} npm start`,
      )
    },
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
