import { excerpt } from '@canje/registry'
import { type RemoteLog, storedReleases } from '@canje/release-store'
import { rcompare, valid } from 'semver'
import type { Finding } from '../findings'

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
export function versionsIn(log: RemoteLog): string[] {
  const versions = storedReleases(log).map(({ version }) => version)
  return versions.filter((version) => valid(version)).sort(rcompare)
}

/** @param version the live one, if any */
export function noPrevious(name: string, version: string | undefined): Finding {
  const message = `${version === undefined ? `Nothing of ${name}` : `${name} ${version}`} is live, and the store has no previous release.`
  const fix = `Publish a new version, or promote one listed by "status ${name}". To remove the tab, its operator takes ${name} out of config.json.`
  return { code: 'no-previous', message, fix }
}
