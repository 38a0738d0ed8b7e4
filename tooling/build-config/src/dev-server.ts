import type { DevServer } from '@rspack/core'
import type { Project } from './project'
import { remotePort } from './remote-port'

/** Headers of public files for pages of any origin. */
export const CROSS_ORIGIN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
}

/** The server of `rspack dev` in the folder of a remote. It prints where the shell of `npm run dev` shows the remote. */
export function remoteDevServer({ name, canje }: Project): DevServer {
  const { PORT, REMOTES_PORT } = process.env
  return {
    host: 'localhost',
    port: remotePort({ ...canje, name }, Number(REMOTES_PORT || 3001)),
    hot: true,
    static: false,
    // Otherwise, it refuses images to a shell of another site.
    allowedHosts: ['localhost'],
    headers: CROSS_ORIGIN_HEADERS,
    onListening({ options }) {
      // `--port` may have changed it.
      const origin = `http://localhost:${options.port}`
      console.log(
        `Open http://localhost:${PORT || 3000}/main?preview=${origin}/release.json in the shell of npm run dev -w <another remote>, or of PREVIEW_ORIGINS=${origin} npm start`,
      )
    },
  }
}
