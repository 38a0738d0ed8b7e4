import type { KeyObject } from 'node:crypto'
import type { ReleaseManifest } from '@canje/registry'
import { makeLive, publish } from '@canje/release-store'
import { keysNotTrusted, notListed, slotsNotGranted } from './checks/grants'
import { readReleaseKey } from './checks/key'
import { usableRegistry } from './checks/registry'
import { authorityIn, type LiveShell, otherStores } from './checks/shells'
import { versionWithdrawn } from './checks/version'
import type { Context } from './context'
import type { Finding } from './findings'
import { noteOf } from './note'
import { type Outcome, released } from './outcome'
import type { Asking } from './proposal'

/** Whether a store and its key admit a release. */
interface Admission {
  /** Undefined when the key is unusable. */
  key: KeyObject | undefined
  findings: Finding[]
}

/** Compares a release with the registry of the store, and release, store and key with the live shells. */
export async function checkAdmission(
  { store, keyFileOf }: Context,
  release: Asking & Pick<ReleaseManifest, 'version'>,
  shells: LiveShell[],
): Promise<Admission> {
  const key = await readReleaseKey(keyFileOf(release.name))
  const registry = await usableRegistry(store)
  const findings = [
    ...key.findings,
    ...registry.findings,
    ...versionWithdrawn(registry.value, store, release),
    ...notListed(shells, release, key.value),
    ...(registry.findings.length === 0 ? otherStores(shells, store, registry.value) : []),
    ...(key.value ? await keysNotTrusted(shells, key.value, release.name) : []),
  ]
  return { key: key.value, findings }
}

/**
 * Stores an admitted build, and makes it live.
 *
 * @param folder absolute path of its checked files
 */
export async function release(
  context: Context,
  manifest: ReleaseManifest,
  folder: string,
  key: KeyObject,
  shells: LiveShell[],
): Promise<Outcome> {
  const { store, options } = context
  const { dryRun, live = false } = options
  const { name, version, build, entry } = manifest
  const notes = slotsNotGranted(shells, manifest)
  if (dryRun)
    return { ...released({ name, release: { version, build, entry: `${name}/${version}/${entry}` } }, live), notes }
  const published = await publish(store, folder)
  const command = options.from === undefined ? 'publish' : 'copy'
  if (live) await makeLive(store, [published], key, { ...noteOf(context, authorityIn(shells)), command })
  return { ...released(published, live), notes }
}
