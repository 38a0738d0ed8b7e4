import { buildId } from '@canje/build'
import type { Package } from '@canje/project'
import { readRegistry, readRelease } from '@canje/registry/store'
import type { Finding } from '../findings'
import { versionsIn } from './version'

/**
 * Rejects a version that the store already has: releases are immutable. A publication that was interrupted may be repeated:
 * the same build, which is not in the registry.
 */
export async function checkVersionIsFree(store: string, { name, version, directory }: Package): Promise<Finding[]> {
  if (!(await versionsIn(store, name)).includes(version)) return []
  // An unreadable release takes its version too.
  const stored = await readRelease(store, name, version).catch(() => undefined)
  if (stored?.release.build === buildId(directory) && !(await isListed(store, name, version))) return []
  const message = `${name} ${version} is already in the store, and releases are immutable.`
  const fix = `Set a new version: "npm version patch" in the folder of ${name}. To make the stored release live: "npm run release -- promote ${name}@${version}".`
  return [{ code: 'version-exists', message, fix }]
}

async function isListed(store: string, name: string, version: string): Promise<boolean> {
  const remotes = (await readRegistry(store).catch(() => undefined))?.remotes ?? []
  const releases = remotes.filter((remote) => remote.name === name).flatMap(({ live, previous }) => [live, ...previous])
  return releases.some((release) => release.version === version)
}
