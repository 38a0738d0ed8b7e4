import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proposedListing, readPackage } from '@canje/cli/project'
import { type RegisteredRemote, type Release, slotModule } from '@canje/registry'
import { createKey, publicKeyOf } from '@canje/release-store'
import { ROOT } from 'repo'

const REMOTES = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']

/** The remotes that are part of the bundle, and what `/config.json` states about them. */
export type Bundled = ReturnType<typeof bundledRemotes>

/** Lists the tabs of the bundle. Its loader has their code, so that the entries stand for no file. */
export function bundledRemotes() {
  const keys = [publicKeyOf(createPrivateKey(createKey()))]
  const packages = REMOTES.map((name) => readPackage(join(ROOT, name)))
  const remotes = packages.map(({ name, directory, slots = [] }): RegisteredRemote => {
    const { prefetch, prefetchByPost } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).canje
    const live: Release = {
      version: '0.0.0',
      build: 'reference',
      entry: `https://bundle.test/${name}.js`,
      integrity: {},
      preload: [],
      prefetch,
      prefetchByPost,
      extensions: slots.map((slot) => ({ slot, module: slotModule(slot), preload: [] })),
      requires: {},
      commit: null,
      builtAt: '1970-01-01T00:00:00.000Z',
    }
    return { name, live, previous: [] }
  })
  const listed = Object.fromEntries(packages.map((remote) => [remote.name, proposedListing(remote, keys)]))
  return { remotes, trust: { storeId: 'bundle', operatorKeys: keys, remotes: listed } }
}
