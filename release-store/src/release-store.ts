import type { Release } from '@canje/registry'

/** A release in a store; its entry is relative to the store. */
export interface PublishedRelease {
  name: string
  release: Release
  /** The hash of the newest state at its publication; undefined for the first release. */
  after?: string | undefined
}

/** A file of a store. */
export interface StoredFile {
  /** Relative to the store, with slashes. */
  path: string
  /** When it was written, by the clock of the store, in milliseconds since the epoch. */
  modifiedMs: number
}

/**
 * A place with a folder for each remote: its immutable releases, the log of its signed states, and a copy of the newest. Paths
 * are relative to the place, with slashes. Any static file server can serve it; see docs/registry-format.md. A key or account
 * that may write in one of the folders only can release that remote.
 *
 * Every method throws a StoreError when the store refuses, or is out of reach.
 */
export interface ReleaseStore {
  /** Absolute path of a folder, or `s3://bucket/prefix`, without a final slash. */
  readonly location: string
  /** @returns undefined when the file does not exist, or, without permission to list, may not exist */
  read(path: string): Promise<Buffer | undefined>
  /**
   * Creates a file, completely or not at all. Of several writers, one succeeds.
   *
   * @returns false, and changes nothing, when the file exists with other bytes. Equal bytes are the writer's own, of an attempt
   *   whose response was lost.
   */
  create(path: string, content: Buffer | string): Promise<boolean>
  /** Replaces a file, or creates it: readers see the old content or the new one. */
  replace(path: string, content: string): Promise<void>
  remove(path: string): Promise<void>
  /** Lists the files of a remote. @returns undefined without permission to list */
  list(remote: string): Promise<StoredFile[] | undefined>
  /** Lists the names of the folders in the store. @returns undefined without permission to list */
  remotes(): Promise<string[] | undefined>
}
