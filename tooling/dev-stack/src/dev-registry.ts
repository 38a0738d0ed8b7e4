import type { FastifyInstance } from 'fastify'
import { Registry } from 'registry'
import * as v from 'valibot'
import type { Package } from 'workspace'
import { createHttpServer, originOf } from './http-server'
import { CROSS_ORIGIN_HEADERS } from './remotes-server'

/**
 * A registry whose entries are those of dev servers.
 *
 * @param remotes with the port of the dev server of each
 */
export async function createDevRegistry(remotes: Map<Package, number>): Promise<FastifyInstance> {
  const registry = v.parse(Registry, {
    schema: 2,
    serial: Date.now(),
    remotes: [...remotes].map(([remote, port]) => ({
      name: remote.name,
      live: liveRelease(remote, `${originOf(port)}/remoteEntry.js`),
      previous: [],
    })),
  })
  const server = createHttpServer(CROSS_ORIGIN_HEADERS)
  server.get('/registry.json', (_request, reply) => reply.send(registry))
  return server
}

/** What a dev server serves changes with every edit, so nothing of it is hashed. */
function liveRelease({ version, tab }: Package, entry: string) {
  const now = new Date().toISOString()
  return { version, tab, build: 'dev', entry, integrity: {}, preload: [], requires: {}, commit: null, builtAt: now }
}
