import { createPrivateKey } from 'node:crypto'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { type Registry, type Release, readMenu, slotModule } from '@canje/registry'
import { createKey, publicKeyOf, signedEntry } from '@canje/release-store'
import type { FastifyInstance } from 'fastify'
import { CommandError, type Package, proposedListing } from '../project'
import type { TrustJson } from './config-json'
import { createHttpServer } from './http-server'
import { originOf } from './origin'

const STORE_ID = 'dev'

/** The releases of dev servers. */
export interface DevReleases {
  registry: Registry
  /** What `/config.json` states about them. */
  trust: TrustJson
}

/**
 * Lists the dev servers of remotes in a registry, signed with a new key.
 *
 * @param remotes port of the dev server by remote
 * @throws CommandError when the menu would leave out one of them
 */
export async function devReleases(remotes: Map<Package, number>): Promise<DevReleases> {
  const key = createPrivateKey(createKey())
  const keys = [publicKeyOf(key)]
  const listings = Object.fromEntries([...remotes.keys()].map((remote) => [remote.name, proposedListing(remote, keys)]))
  const reasons = readMenu(listings).findings.map(({ reason }) => reason)
  if (reasons.length > 0) throw new CommandError(`The remotes cannot be shown together. ${reasons.join('; ')}.`)
  const entries = [...remotes].map(([remote, port]) => {
    const state = { name: remote.name, live: liveRelease(remote, port), previous: [], withdrawn: [] }
    return signedEntry(STORE_ID, state, undefined, key, { command: 'dev' })
  })
  return {
    registry: { format: 1, storeId: STORE_ID, remotes: await Promise.all(entries) },
    trust: { storeId: STORE_ID, operatorKeys: keys, remotes: listings },
  }
}

/** Without hashes, because a dev server's files change with every edit. */
function liveRelease({ version, slots = [] }: Package, port: number): Release {
  const entry = `${originOf(port)}/remoteEntry.js`
  const extensions = slots.map((slot) => ({ slot, module: slotModule(slot), preload: [] }))
  const built = { build: 'dev', integrity: {}, preload: [], requires: {}, commit: null }
  return { ...built, version, extensions, entry, builtAt: new Date().toISOString() }
}

/**
 * Creates the server of a registry.
 *
 * @param hosts those of {@link createHttpServer}
 */
export function createDevRegistry(registry: Registry, hosts: readonly string[]): FastifyInstance {
  const server = createHttpServer(CROSS_ORIGIN_HEADERS, hosts)
  server.get('/registry.json', (_request, reply) => reply.send(registry))
  return server
}
