import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { diskErrorOf } from '@canje/reference-backend/disk-error'
import { keysFor, readAuthority } from '@canje/registry'
import {
  makeLive,
  NotAllowedError,
  openStore,
  publicKeyOf,
  publishLocally,
  readRegistry,
  type StoredRegistry,
} from '@canje/release-store'
import { asCommandError, buildOutOfDate, CommandError, type Package } from '../project'
import type { TrustJson } from './config-json'
import { operatorKeyOf, releaseStoreIn, remoteKeysOf, reportFormerStore } from './data-directory'
import { createListings, type ReadListings } from './listings'

const BY = { by: 'npm start' }

/** What `/config.json` states about the release store of a data directory, and what reads the listings again. */
export interface OwnStore {
  trust: TrustJson
  listings: ReadListings
}

/**
 * Builds outdated projects and makes the remotes' builds live in the release store of a data directory. Other remotes of the
 * store stay as they are.
 *
 * @param dataDirectory absolute path
 * @throws CommandError when a build fails, there is no remote, or the store cannot be changed
 */
export async function buildAndRelease(
  dataDirectory: string,
  shell: Package,
  remotes: Package[],
  stop: AbortSignal,
): Promise<OwnStore> {
  if (remotes.length === 0)
    throw new CommandError('There is no remote to release: no folder mf-* has a canje.tab block in package.json.')
  await buildOutOfDate([shell, ...remotes], stop)
  return releaseBuilds(dataDirectory, remotes)
}

/**
 * As {@link buildAndRelease}, without building. Each remote is signed with its own key, so that a later change with that key
 * needs no shell; with the operator's, if `remotes.json` names other keys.
 */
export function releaseBuilds(dataDirectory: string, remotes: Package[]): Promise<OwnStore> {
  return release(dataDirectory, remotes).catch((error: unknown) => {
    const disk = diskErrorOf(error, dataDirectory)
    if (disk) throw new CommandError(`Cannot release into DATA_DIR: ${disk.message}.`)
    const { message } = asCommandError(error)
    throw new CommandError(error instanceof NotAllowedError ? `${message} ${beginAgain(dataDirectory)}` : message)
  })
}

async function release(dataDirectory: string, remotes: Package[]): Promise<OwnStore> {
  reportFormerStore(dataDirectory)
  const store = openStore(releaseStoreIn(dataDirectory))
  const releases = await Promise.all(remotes.map(({ directory }) => publishLocally(store, join(directory, 'dist'))))
  const operator = await operatorKeyOf(dataDirectory)
  const names = remotes.map(({ name }) => name)
  const keys = await remoteKeysOf(dataDirectory, names)
  const keyOf = (name: string) => keys.get(name) ?? operator
  const listings = createListings(dataDirectory, (name) => publicKeyOf(keyOf(name)))
  const { storeId = randomUUID(), withdrawn = {} } = (await registryIn(dataDirectory)) ?? {}
  const trust = { storeId, operatorKeys: [publicKeyOf(operator)], remotes: listings(remotes) }
  const authority = readAuthority(trust)
  for (const published of releases) {
    const { name, release } = published
    const key = keysFor(authority, name).includes(publicKeyOf(keyOf(name))) ? keyOf(name) : operator
    if (withdrawn[name]?.includes(release.version))
      console.error(`${name} ${release.version} is withdrawn: its previous release stays live.`)
    else await makeLive(store, [published], key, { ...BY, authority })
  }
  return { trust, listings }
}

async function registryIn(dataDirectory: string): Promise<StoredRegistry | undefined> {
  try {
    return await readRegistry(openStore(releaseStoreIn(dataDirectory)))
  } catch (error) {
    throw new CommandError(`${asCommandError(error).message}. ${beginAgain(dataDirectory)}`)
  }
}

const beginAgain = (dataDirectory: string) => `To begin with a new store, delete ${releaseStoreIn(dataDirectory)}.`
