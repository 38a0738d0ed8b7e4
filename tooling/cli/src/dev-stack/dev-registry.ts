import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { findingsOf, Registry, slotModule } from '@canje/registry'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { CommandError, type Package } from '../project'
import { createHttpServer } from './http-server'
import { originOf } from './origin'

/**
 * Creates the server of a registry whose entries are on dev servers.
 *
 * @param remotes port of the dev server by remote
 * @param hosts those of {@link createHttpServer}
 */
export async function createDevRegistry(
  remotes: Map<Package, number>,
  hosts: readonly string[],
): Promise<FastifyInstance> {
  const registry = v.safeParse(Registry, {
    schema: 2,
    serial: Date.now(),
    remotes: [...remotes].map(([remote, port]) => ({
      name: remote.name,
      live: liveRelease(remote, `${originOf(port)}/remoteEntry.js`),
      previous: [],
    })),
  })
  if (!registry.success)
    throw new CommandError(`The remotes cannot be shown together. ${findingsOf('', registry.issues).join('; ')}`)
  const server = createHttpServer(CROSS_ORIGIN_HEADERS, hosts)
  server.get('/registry.json', (_request, reply) => reply.send(registry.output))
  return server
}

/** Without hashes, because a dev server's files change with every edit. */
function liveRelease({ version, tab, connect, slots = [] }: Package, entry: string) {
  const extensions = slots.map((slot) => ({ slot, module: slotModule(slot), preload: [] }))
  const built = { build: 'dev', integrity: {}, preload: [], requires: {}, commit: null }
  return { ...built, version, tab, connect, extensions, entry, builtAt: new Date().toISOString() }
}
