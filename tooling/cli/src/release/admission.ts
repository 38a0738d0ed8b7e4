import type { KeyObject } from 'node:crypto'
import type { ReleaseManifest } from '@canje/registry'
import { makeLive, publish } from '@canje/release-store'
import { checkBuildIsNew, checkFilesAreSame } from './checks/free-version'
import { readReleaseKey } from './checks/key'
import { registryFull, tabTaken, usableRegistry } from './checks/registry'
import { authorityIn, checkSameStore, keysNotTrusted, type LiveShell, notReserved } from './checks/shells'
import { unlikeLive } from './checks/tab-disguised'
import { versionWithdrawn } from './checks/version'
import type { Context } from './context'
import type { Finding } from './findings'
import { noteOf } from './note'
import { type Outcome, released } from './outcome'
import type { Source } from './source'

/** Whether a store and its key admit a release. */
interface Admission {
  /** Undefined when the key is unusable. */
  key: KeyObject | undefined
  findings: Finding[]
}

/**
 * Compares a build with the store, and the store and its key with the live shells. It runs no code of the remote.
 *
 * @param source.dist absolute path
 * @param checked.manifest undefined when the build cannot be released
 */
export async function checkAdmission(
  { store, keyFile, options, stop }: Context,
  { name, dist, declared }: Pick<Source, 'name' | 'dist' | 'declared'>,
  { manifest, shells }: { manifest: ReleaseManifest | undefined; shells: LiveShell[] },
): Promise<Admission> {
  const key = await readReleaseKey(keyFile)
  const registered = await usableRegistry(store, key.value)
  const { remotes = [] } = registered.value ?? {}
  const live = remotes.find((remote) => remote.name === name)?.live
  // package.json and /config.json are compared elsewhere, and a release of another store there.
  const isCompared = Boolean(declared || authorityIn(shells)?.remotes[name]?.tab || options.from)
  const findings = [
    ...key.findings,
    ...registered.findings,
    ...(manifest && registered.value
      ? versionWithdrawn(registered.value, store, { name, version: manifest.version })
      : []),
    ...(manifest ? await checkBuildIsNew(store, manifest) : []),
    ...(manifest ? await checkFilesAreSame(store, manifest, dist) : []),
    ...(manifest ? tabTaken(remotes, name, manifest) : []),
    ...(manifest ? notReserved(shells, name, manifest) : []),
    ...(manifest && live && !isCompared ? unlikeLive(manifest, live) : []),
    ...(options.live ? registryFull(remotes, name) : []),
    ...(registered.value ? await checkSameStore(shells, store, stop) : []),
    ...(key.value ? await keysNotTrusted(shells, key.value, undefined, name) : []),
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
  { name, version, build, entry }: ReleaseManifest,
  folder: string,
  key: KeyObject,
  shells: readonly LiveShell[],
): Promise<Outcome> {
  const { store, options } = context
  const { dryRun, live = false } = options
  if (dryRun) return released({ name, release: { version, build, entry: `${name}/${version}/${entry}` } }, live)
  const published = await publish(store, folder)
  const command = options.from === undefined ? 'publish' : 'copy'
  if (live) await makeLive(store, [published], key, { ...noteOf(context, authorityIn(shells)), command })
  return released(published, live)
}
