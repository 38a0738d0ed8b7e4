import { foldersOfRemote, isIncomplete, readRelease } from '@canje/registry/store'
import { rcompare, valid } from 'semver'
import type { Finding } from '../findings'

/** Rejects a version that the store already has: releases are immutable. An interrupted publication may be repeated. */
export async function checkVersionIsFree(store: string, name: string, version: string): Promise<Finding[]> {
  if (!(await versionsIn(store, name)).includes(version)) return []
  // An unreadable release takes its version too.
  const stored = await readRelease(store, name, version).catch(() => undefined)
  if (stored && (await isIncomplete(store, stored))) return []
  const message = `${name} ${version} is already in the store, and releases are immutable.`
  const fix = `Set a new version: "npm version patch" in the folder of ${name}. To make the stored release live: "npm run release -- promote ${name}@${version}".`
  return [{ code: 'version-exists', message, fix }]
}

/** @param versions versions in the store, for the advice */
export function unknownVersion(name: string, version: string, versions: string[]): Finding {
  return {
    code: 'version-unknown',
    message: `${name} ${version} is not in the store.`,
    fix: versions.length > 0 ? `Promote one of ${versions.join(', ')}, or publish it.` : `Publish ${name} first.`,
  }
}

/** Lists the versions of a remote in a store, newest first. */
export async function versionsIn(store: string, name: string): Promise<string[]> {
  return (await foldersOfRemote(store, name)).filter((folder) => valid(folder)).sort(rcompare)
}
