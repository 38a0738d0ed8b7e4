import { excerpt, Name } from '@canje/registry'
import type { ReleaseStore, StoredRegistry } from '@canje/release-store'
import { rcompare, valid } from 'semver'
import * as v from 'valibot'
import type { Finding } from '../findings'
import type { NamedRelease } from '../target'

/**
 * @param versions versions in the store, for the advice
 * @param verb what the command does
 */
export function unknownVersion(name: string, version: string, versions: string[], verb = 'Promote'): Finding {
  return {
    code: 'version-unknown',
    message: `${excerpt(`${name} ${version}`, 200)} is not in the store.`,
    fix: versions.length > 0 ? `${verb} one of ${versions.join(', ')}, or publish it.` : 'Publish the remote first.',
  }
}

/** Lists the versions of a remote in a store, newest first. */
export async function versionsIn(store: ReleaseStore, name: string): Promise<string[]> {
  if (!v.is(Name, name)) return []
  return (await store.foldersOf(name)).filter((folder) => valid(folder)).sort(rcompare)
}

/** @returns a finding when a version may never go live again */
export function versionWithdrawn(
  registry: StoredRegistry | undefined,
  { location }: ReleaseStore,
  { name, version }: NamedRelease,
): Finding[] {
  if (!registry?.withdrawn[name]?.includes(version)) return []
  const message = `${name} ${version} is withdrawn in ${location}, and never goes live again.`
  return [{ code: 'version-withdrawn', message, fix: 'Choose another version, or publish a new one.' }]
}

/** @param version the live one */
export function noPrevious(name: string, version: string): Finding {
  const message = `${name} ${version} is live, and the registry has no previous release.`
  const fix = `Publish a new version, or promote one listed by "status ${name}". To remove the tab, its operator takes ${name} out of config.json.`
  return { code: 'no-previous', message, fix }
}
