import { foldersOfRemote } from '@canje/registry/store'
import { rcompare, valid } from 'semver'
import type { Finding } from '../findings'

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
