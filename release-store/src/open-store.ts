import { isAbsolute, resolve } from 'node:path'
import { openBucketStore } from './bucket/bucket-store'
import { openFolder } from './folder/folder-store'
import type { ReleaseStore } from './release-store'
import { StoreError } from './store-error'

/** `host:/folder` is a valid path too, but means another machine. */
const FOLDER = /^(?![^/]*:)./

/**
 * Opens a release store.
 *
 * @param location a folder, which need not exist, or `s3://bucket/prefix`
 * @param base the folder that a relative path starts from
 * @param setting where the location is from, for the message
 * @throws StoreError, which does not quote the location, when it is neither, or there are no valid credentials for the bucket
 */
export function openStore(location: string, base = process.cwd(), setting = '--store'): ReleaseStore {
  if (location.startsWith('s3://')) return openBucketStore(location)
  // On Windows, `C:\folder` is absolute.
  if (isAbsolute(location) || FOLDER.test(location)) return openFolder(resolve(base, location))
  throw new StoreError(
    'unreachable',
    `${setting} must be a folder of this machine or s3://bucket/prefix: start a name that contains a colon with ./ or /.`,
  )
}
