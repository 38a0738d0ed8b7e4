import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { diskErrorOf } from '@canje/reference-backend/disk-error'
import { type Authority, readAuthority } from '@canje/registry'
import {
  makeLive,
  openStore,
  type PublishedRelease,
  publicKeyOf,
  publish,
  type ReleaseStore,
  readLog,
  StoreError,
  trustIn,
} from '@canje/release-store'
import { asCommandError, CommandError, type Package } from '../project'
import type { TrustJson } from './config-json'
import { releaseKeyOf, releaseStoreIn } from './data-directory'
import { createListings } from './listings'

/** What `/config.json` states about the release store of a data directory, and what reads the listings again. */
export type OwnStore = Awaited<ReturnType<typeof release>>

/**
 * Makes the builds of remotes live in the release store of a data directory. Other remotes of the store stay as they are.
 *
 * @param dataDirectory absolute path
 * @throws CommandError when the store cannot be changed
 */
export function releaseBuilds(dataDirectory: string, remotes: Package[]): Promise<OwnStore> {
  return release(dataDirectory, remotes).catch((error: unknown) => {
    const disk = diskErrorOf(error, dataDirectory)
    if (disk) throw new CommandError(`Cannot release into DATA_DIR: ${disk.message}.`)
    const { message } = asCommandError(error)
    if (!(error instanceof StoreError) || error.fault === 'unreachable') throw new CommandError(message)
    throw new CommandError(`${message} To begin with a new store, delete ${releaseStoreIn(dataDirectory)}.`)
  })
}

async function release(dataDirectory: string, remotes: Package[]) {
  const store = openStore(releaseStoreIn(dataDirectory))
  const releases = await Promise.all(remotes.map(({ directory }) => publish(store, join(directory, 'dist'), {}, true)))
  const key = await releaseKeyOf(dataDirectory)
  const keys = [publicKeyOf(key)]
  const listings = createListings(dataDirectory, keys)
  const storeId = (await storeIdOf(store)) ?? randomUUID()
  const trust: TrustJson = { storeId, operatorKeys: keys, remotes: listings(remotes) }
  const authority = readAuthority(trust)
  await Promise.all(
    releases.map(async (published) => {
      if (await isWithdrawn(store, published, authority)) return
      await makeLive(store, published, key, { by: 'npm start', authority })
    }),
  )
  return { trust, listings }
}

/** The id that the states of a store have; undefined without one. */
async function storeIdOf(store: ReleaseStore): Promise<string | undefined> {
  const logs = await Promise.all(((await store.remotes()) ?? []).map((name) => readLog(store, name)))
  return logs.flatMap(({ storeId }) => storeId ?? [])[0]
}

async function isWithdrawn(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  authority: Authority,
): Promise<boolean> {
  const { newest } = await readLog(store, name, trustIn(authority, name))
  const isWithdrawn = newest?.state.withdrawn.includes(release.version) ?? false
  if (isWithdrawn) console.error(`${name} ${release.version} is withdrawn: its previous release stays live.`)
  return isWithdrawn
}
