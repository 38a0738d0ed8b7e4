import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { asCommandError, buildOutOfDate, CommandError, type Package } from '@canje/project'
import { makeLive, openStore, publishLocally } from '@canje/release-store'

/**
 * Builds outdated projects and makes the remotes' builds live in a release store. Other remotes of the store stay live.
 *
 * @param store absolute path of the release store
 * @param key signing key of the registry
 * @throws CommandError when a build fails, there is no remote, or the store cannot be changed
 */
export async function buildAndRelease(
  store: string,
  shell: Package,
  remotes: Package[],
  key: KeyObject,
  stop: AbortSignal,
): Promise<void> {
  if (remotes.length === 0)
    throw new CommandError('There is no remote to release: no folder mf-* has a canje.tab block in package.json.')
  await buildOutOfDate([shell, ...remotes], stop)
  await release(store, remotes, key).catch((error: unknown) => {
    throw asCommandError(error)
  })
}

async function release(location: string, remotes: Package[], key: KeyObject): Promise<void> {
  const store = openStore(location)
  const releases = await Promise.all(remotes.map(({ directory }) => publishLocally(store, join(directory, 'dist'))))
  await makeLive(store, releases, key)
}
