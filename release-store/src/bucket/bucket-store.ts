import type { ReleaseStore } from '../release-store'
import { addressOf } from './address'
import type { Bucket } from './client'

/** On demand, so that a folder works without the packages for buckets. */
const load = {
  client: () => import('./client'),
  files: () => import('./release-files'),
  add: () => import('./add-release'),
  update: () => import('./update'),
  prune: () => import('./prune'),
}

/**
 * Opens the release store in a bucket.
 *
 * @param location such as `s3://canje/releases`
 * @throws StoreError when it is no URL of a bucket, or the environment has no valid credentials
 */
export function openBucketStore(location: string): ReleaseStore {
  addressOf(location, process.env)
  return storeIn(location, async () => (await load.client()).bucketOf(location))
}

/** The release store in an open bucket. */
export function storeIn(location: string, bucket: () => Promise<Bucket>): ReleaseStore {
  const store: ReleaseStore = {
    location,
    labelOf: (path) => `${location.replace(/\/$/, '')}/${path}`,
    read: async (path) => (await (await bucket()).read(path))?.content.toString(),
    async filesOf(folder) {
      const files = await (await bucket()).list(`${folder}/`)
      return files.map(({ path }) => path.slice(folder.length + 1)).filter((name) => !name.includes('/'))
    },
    async foldersOf(remote) {
      const files = await (await bucket()).list(`${remote}/`)
      const paths = files.map(({ path }) => path.split('/'))
      return [...new Set(paths.flatMap(([, folder, file]) => (file && folder) || []))]
    },
    add: async (dist, manifest) => (await load.add()).addToBucket(await bucket(), store, dist, manifest),
    withFiles: async (prefix, action) => (await load.files()).withLocalCopy(await bucket(), prefix, action),
    update: async (change) => (await load.update()).updateInBucket(await bucket(), store, change),
    prune: async (olderThanMs, dryRun) => (await load.prune()).pruneBucket(await bucket(), store, olderThanMs, dryRun),
  }
  return store
}
