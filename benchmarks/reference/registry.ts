import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proposedListing, readPackage } from '@canje/cli/project'
import { type Release, slotModule } from '@canje/registry'
import { createKey, publicKeyOf, signedEntry } from '@canje/release-store'
import { ROOT } from 'repo'

const STORE_ID = 'bundle'
const REMOTES = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']

/** The registry that is part of the bundle, signed when it is built, and what `/config.json` states about it. */
export type BundledRegistry = Awaited<ReturnType<typeof bundledRegistry>>

/** Registers the tabs of the bundle. Its loader has their code, so that the entries stand for no file. */
export async function bundledRegistry() {
  const key = createPrivateKey(createKey())
  const keys = [publicKeyOf(key)]
  const packages = REMOTES.map((name) => readPackage(join(ROOT, name)))
  const entries = packages.map(({ name, directory, slots = [] }) => {
    const { prefetch, prefetchByPost } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).canje
    const live: Release = {
      version: '0.0.0',
      build: 'reference',
      entry: `${name}.js`,
      integrity: {},
      preload: [],
      prefetch,
      prefetchByPost,
      extensions: slots.map((slot) => ({ slot, module: slotModule(slot), preload: [] })),
      requires: {},
      commit: null,
      builtAt: '1970-01-01T00:00:00.000Z',
    }
    return signedEntry(STORE_ID, { name, live, previous: [], withdrawn: [] }, undefined, key, { command: 'bundle' })
  })
  const remotes = Object.fromEntries(packages.map((remote) => [remote.name, proposedListing(remote, keys)]))
  return {
    registry: { format: 1, storeId: STORE_ID, remotes: await Promise.all(entries) },
    trust: { storeId: STORE_ID, operatorKeys: keys, remotes },
  }
}
