import { excerpt } from '@canje/registry'
import { type RemoteLog, storedReleases } from '@canje/release-store'
import { rcompare, valid } from 'semver'
import { Refusal } from '../findings'

/**
 * The refusal of a version that a remote does not have.
 *
 * @param verb what the command does
 */
export function unknownVersion(log: RemoteLog, version: string, verb: string): Refusal {
  const versions = versionsIn(log).filter((stored) => !log.newest?.state.withdrawn.includes(stored))
  const message = `${excerpt(`${log.name} ${version}`, 200)} is not in the store.`
  const fix =
    versions.length > 0 ? `${verb} one of ${versions.join(', ')}, or publish it.` : 'Publish the remote first.'
  return new Refusal([{ code: 'version-unknown', message, fix }])
}

/** Lists the versions of a remote in a store, newest first. */
export function versionsIn(log: RemoteLog): string[] {
  const versions = storedReleases(log).map(({ version }) => version)
  return versions.filter((version) => valid(version)).sort(rcompare)
}

/** @param version the live one, if any */
export function noPrevious(name: string, version: string | undefined): Refusal {
  const message = `${version === undefined ? `Nothing of ${name}` : `${name} ${version}`} is live, and the store has no previous release.`
  const fix = `Publish a new version, or promote one listed by "status ${name}". To remove the tab, its operator takes ${name} out of config.json.`
  return new Refusal([{ code: 'no-previous', message, fix }])
}
