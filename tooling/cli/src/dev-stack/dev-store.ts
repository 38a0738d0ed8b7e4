import { createPrivateKey } from 'node:crypto'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import { type Release, readMenu, type State, stateUrl } from '@canje/registry'
import { createKey, publicKeyOf, signState } from '@canje/release-store'
import type { FastifyInstance } from 'fastify'
import { CommandError, type Package, proposedListing, requireSettings } from '../project'
import type { TrustJson } from './config-json'
import { createHttpServer } from './http-server'
import { originOf } from './origin'

const STORE_ID = 'dev'

/**
 * Makes the dev servers of remotes live, in states signed with a new key.
 *
 * @param remotes port of the dev server by remote
 * @returns the states, and what `/config.json` states about them
 * @throws CommandError when the menu would leave out one of them, or as `requireSettings`
 */
export async function devReleases(remotes: Map<Package, number>) {
  await requireSettings(remotes.keys())
  const key = createPrivateKey(createKey())
  const keys = [publicKeyOf(key)]
  const listings = Object.fromEntries([...remotes.keys()].map((remote) => [remote.name, proposedListing(remote, keys)]))
  const reasons = readMenu(listings).findings.map(({ reason }) => reason)
  if (reasons.length > 0) throw new CommandError(`The remotes cannot be shown together. ${reasons.join('; ')}.`)
  const states = [...remotes].map(([remote, port]) => {
    const change = { command: 'dev', at: new Date().toISOString(), before: null }
    const releases = { live: liveRelease(remote, port), next: null, previous: [], withdrawn: [], pruned: [] }
    // A browser accepts no number below that of the last start.
    const place = { format: 1, storeId: STORE_ID, name: remote.name, epoch: 1, n: Date.now() } as const
    return signState({ ...place, ...releases, change }, key)
  })
  const trust: TrustJson = { storeId: STORE_ID, operatorKeys: keys, remotes: listings }
  return { states: await Promise.all(states), trust }
}

/** Without hashes, because a dev server's files change with every edit. */
function liveRelease({ version, slots = [], settings }: Package, port: number): Release {
  const entry = `${originOf(port)}/remoteEntry.js`
  const extensions = slots.map((slot) => ({ slot, preload: [] }))
  const built = { build: 'dev', integrity: {}, preload: [], requires: {}, commit: null }
  const schema = settings === undefined ? {} : { settings: 'settings.schema.json' }
  return { ...built, ...schema, version, extensions, entry, builtAt: new Date().toISOString() }
}

/**
 * Creates the server of a release store with states only.
 *
 * @param hosts those of {@link createHttpServer}
 */
export function createDevStore(states: readonly State[], hosts: readonly string[]): FastifyInstance {
  const server = createHttpServer(CROSS_ORIGIN_HEADERS, hosts)
  for (const state of states) server.get(stateUrl('', state.name), (_request, reply) => reply.send(state))
  return server
}
