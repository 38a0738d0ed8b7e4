import type { Entry, RegisteredRemote, Release, ReleaseManifest } from '@canje/registry'

/** The path of the registry, the only file that changes. */
export const REGISTRY = 'registry.json'

/** A release in a store; its entry is relative to the registry. */
export interface PublishedRelease {
  name: string
  release: Release
}

/** What a registry says about one remote. */
export interface RemoteState extends RegisteredRemote {
  /** The versions that never go live again. */
  withdrawn: string[]
}

/** The registry of a store. */
export interface StoredRegistry {
  storeId: string
  remotes: RegisteredRemote[]
  /** The versions that never go live again, by remote. */
  withdrawn: Record<string, string[]>
  /** Unmodified: unknown fields are signed too. */
  json: unknown
}

/** A change of the registry. */
export interface RegistryChange {
  /** Undefined for the first registry of a store. */
  old: StoredRegistry | undefined
  registry: StoredRegistry
  /** The entries that it replaces or adds, for the history; without any, the registry is not written. */
  entries: readonly Entry[]
}

/** Maps the JSON of the registry that a store has, undefined before the first one, to a change. */
export type Change = (json: unknown) => Promise<RegistryChange>

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
