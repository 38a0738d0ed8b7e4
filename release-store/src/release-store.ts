import type { Entry, RegisteredRemote, Release, ReleaseManifest } from '@canje/registry'

/** The path of the registry, the only file that changes. */
export const REGISTRY = 'registry.json'
/** The path of the file with the serial of the newest registry. */
export const SERIAL = '.registry.serial'

/** A release in a store; its entry is relative to the registry. */
export interface PublishedRelease {
  name: string
  release: Release
}

/** What a store has before a change. */
export interface FoundRegistry {
  /** Undefined before the first registry. */
  json: unknown
  /** The serial of the newest registry that the store has had; 0 in a store that has only had earlier versions. */
  newest: number
}

/** What a registry of either schema lists. */
export interface Listing {
  remotes: RegisteredRemote[]
  /** The versions of retired remotes, the live one first. */
  retired: { name: string; versions: string[] }[]
  /** The versions that never go live again, by remote. */
  withdrawn: Record<string, string[]>
}

/** A registry of either schema. */
export interface StoredRegistry extends Listing {
  schema: 2 | 3
  storeId: string | undefined
  /** Increases with every change: that of schema 2, or the sum of the serials of all entries. */
  serial: number
  /** Unmodified: unknown fields are signed too. */
  json: unknown
}

/** A change of the registry. */
export interface RegistryChange {
  /** Undefined for the first registry of a store. */
  old: StoredRegistry | undefined
  registry: StoredRegistry
  /** The entries of schema 3 that it replaces or adds, for the history. */
  entries: readonly Entry[]
}

/** Maps the registry that a store has to a change. */
export type Change = (found: FoundRegistry) => Promise<RegistryChange>

/**
 * A place with immutable releases in `<remote>/<version>/`, and a `registry.json` that lists the live release of each
 * remote. Paths are relative to it, with slashes. Any static file server can serve it; see docs/registry-format.md.
 *
 * Every method throws a StoreError when the store refuses, or is out of reach.
 */
export interface ReleaseStore {
  /** Absolute path of a folder, or `s3://bucket/prefix`. */
  readonly location: string
  /** The name of a file in messages. */
  labelOf(path: string): string
  /** @returns the text of a file; undefined when it does not exist */
  read(path: string): Promise<string | undefined>
  /** Lists the names of the files in a folder. */
  filesOf(folder: string): Promise<string[]>
  /** Lists the names of the folders in a remote's folder. */
  foldersOf(remote: string): Promise<string[]>
  /**
   * Publishes a build, completely or not at all. The same build again completes an interrupted publication.
   *
   * @param dist folder of the build
   * @returns undefined when the store has another build of this version
   */
  add(dist: string, manifest: ReleaseManifest): Promise<PublishedRelease | undefined>
  /** Runs an action on a folder of this machine with the files whose paths begin with `prefix`. */
  withFiles<T>(prefix: string, action: (folder: string) => Promise<T>): Promise<T>
  /**
   * Changes the registry atomically: readers see the old one or the new one. Concurrent changes of all processes and
   * machines are made one after another.
   *
   * @param change may run again on the registry of a faster writer
   * @returns the new registry
   */
  update(change: Change): Promise<StoredRegistry>
  /**
   * Deletes releases that the registry does not list, and what interrupted commands left.
   *
   * @param olderThanMs minimum time since a release was published or left the registry, in milliseconds
   * @returns the deleted folders, sorted
   */
  prune(olderThanMs: number, dryRun: boolean): Promise<string[]>
}
