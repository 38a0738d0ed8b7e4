import { join } from 'node:path'
import { type ConfigJson, createShellServer, listen } from '@canje/cli/dev-stack'
import { ROOT } from 'repo'

/**
 * Serves the shell of `npm start` a second time, with another configuration. The services allow the origin of the first one
 * only, so that this server forwards the requests to them.
 *
 * @param shellUrl of the first one
 * @param changes to its configuration
 */
export async function openShellBeside(shellUrl: string, changes: Partial<ConfigJson>) {
  const config: ConfigJson = await (await fetch(`${shellUrl}/config.json`)).json()
  const services: Record<string, string> = { security: config.securityUrl, api: config.apiUrl }
  const own = { ...config, securityUrl: '/services/security', apiUrl: '/services/api', ...changes }
  const server = await createShellServer(join(ROOT, 'shell/dist'), own)
  server.route<{ Params: { service: string; '*': string } }>({
    method: ['GET', 'POST'],
    url: '/services/:service/*',
    handler: async ({ method, params, headers, body }, reply) => {
      const response = await fetch(`${services[params.service]}/${params['*']}`, {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        body: method === 'POST' ? JSON.stringify(body) : null,
      })
      return reply
        .code(response.status)
        .type('application/json')
        .send(await response.text())
    },
  })
  return { url: await listen(server, 0), close: () => server.close() }
}
