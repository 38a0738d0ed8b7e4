import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proposedListing, readPackage } from '@canje/cli/project'
import type { Release } from '@canje/registry'
import { createKey, publicKeyOf, signState } from '@canje/release-store'
import { ROOT } from 'repo'

const STORE_ID = 'bundle'
const BUILT_AT = '1970-01-01T00:00:00.000Z'
const REMOTES = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']

/** The states that are part of the bundle, and what `/config.json` states about their remotes. */
export type Bundled = Awaited<ReturnType<typeof bundledStates>>

/** Signs a state for each tab of the bundle. Its loader has their code, so that the entries stand for no file. */
export async function bundledStates() {
  const key = createPrivateKey(createKey())
  const keys = [publicKeyOf(key)]
  const packages = REMOTES.map((name) => readPackage(join(ROOT, name)))
  const states = packages.map(async ({ name, directory, slots = [] }) => {
    const { prefetch, prefetchByPost } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).canje
    const live: Release = {
      version: '0.0.0',
      build: 'reference',
      entry: `${name}.js`,
      integrity: {},
      preload: [],
      prefetch,
      prefetchByPost,
      extensions: slots.map((slot) => ({ slot, preload: [] })),
      requires: {},
      commit: null,
      builtAt: BUILT_AT,
    }
    const place = { format: 1, storeId: STORE_ID, name, epoch: 1, n: 1 } as const
    const others = { next: null, previous: [], withdrawn: [], pruned: [] }
    const change = { command: 'bundle', at: BUILT_AT, before: null }
    return [name, await signState({ ...place, live, ...others, change }, key)] as const
  })
  const remotes = Object.fromEntries(packages.map((remote) => [remote.name, proposedListing(remote, keys)]))
  return {
    /** By the name of the remote. */
    states: Object.fromEntries(await Promise.all(states)),
    trust: { storeId: STORE_ID, operatorKeys: keys, remotes },
  }
}
