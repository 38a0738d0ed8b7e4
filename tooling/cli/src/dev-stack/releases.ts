import { join } from 'node:path'
import { diskErrorOf } from '@canje/reference-backend/disk-error'
import type { Authority } from '@canje/registry'
import { convert, makeLive, openStore, publishLocally, refresh } from '@canje/release-store'
import { asCommandError, buildOutOfDate, CommandError, type Package } from '../project'
import { operatorKeyOf, releaseStoreIn, remoteKeysOf } from './data-directory'
import { authorityFor, reserveLive } from './release-authority'

const BY = { by: 'npm start' }
const HOUR_MS = 3_600_000

/**
 * Builds outdated projects and makes the remotes' builds live in the release store of a data directory. A store of an
 * earlier version is converted. Other remotes of the store stay live.
 *
 * @param dataDirectory absolute path
 * @returns who may sign what in this store
 * @throws CommandError when a build fails, there is no remote, or the store cannot be changed
 */
export async function buildAndRelease(
  dataDirectory: string,
  shell: Package,
  remotes: Package[],
  stop: AbortSignal,
): Promise<Authority> {
  if (remotes.length === 0)
    throw new CommandError('There is no remote to release: no folder mf-* has a canje.tab block in package.json.')
  await buildOutOfDate([shell, ...remotes], stop)
  const builds = remotes.map(({ directory }) => join(directory, 'dist'))
  return releaseBuilds(dataDirectory, builds)
}

/**
 * As {@link buildAndRelease}, with folders of builds. Each remote is signed with its own key, so that a later change with
 * that key needs no shell.
 */
export function releaseBuilds(dataDirectory: string, builds: string[]): Promise<Authority> {
  return release(dataDirectory, builds).catch((error: unknown) => {
    const disk = diskErrorOf(error, dataDirectory)
    throw disk ? new CommandError(`Cannot release into DATA_DIR: ${disk.message}.`) : asCommandError(error)
  })
}

async function release(dataDirectory: string, builds: string[]): Promise<Authority> {
  const store = openStore(releaseStoreIn(dataDirectory))
  const releases = await Promise.all(builds.map((dist) => publishLocally(store, dist)))
  const operator = await operatorKeyOf(dataDirectory)
  const names = releases.map(({ name }) => name)
  const keys = await remoteKeysOf(dataDirectory, names)
  const { storeId = '', withdrawn } = await convert(store, operator, operator, BY)
  const authority = authorityFor(storeId, operator, keys)
  for (const published of releases) {
    const { version } = published.release
    if (withdrawn[published.name]?.includes(version))
      console.error(`${published.name} ${version} is withdrawn: its previous release stays live.`)
    else await makeLive(store, [published], keys.get(published.name), { ...BY, authority })
  }
  return reserveLive(authority, await refresh(store, operator, { ...BY, authority }))
}

/**
 * Renews the stamp of a store again and again, long before it expires.
 *
 * @returns what stops it, after a renewal under way
 */
export async function keepStampFresh(
  dataDirectory: string,
  authority: Authority,
  intervalMs = HOUR_MS,
): Promise<{ close(): Promise<void> }> {
  const store = openStore(releaseStoreIn(dataDirectory))
  const operator = await operatorKeyOf(dataDirectory)
  const renew = () =>
    refresh(store, operator, { ...BY, authority }).catch((error: unknown) =>
      console.error(`The stamp of ${store.location} could not be renewed: ${asCommandError(error).message}`),
    )
  let renewals: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewals = renewals.then(renew)
  }, intervalMs)
  const close = async () => {
    clearInterval(timer)
    await renewals
  }
  return { close }
}
