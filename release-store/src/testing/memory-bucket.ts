import { createHash } from 'node:crypto'
import type { Bucket } from '../bucket/client'
import type { InTurn } from './interleave'

/** The files of a bucket by path. */
export type MemoryFiles = Map<string, { content: Buffer; etag: string; modifiedMs: number }>

/** Creates a bucket with the conditional writes of an object store. */
export function createMemoryBucket(location: string, files: MemoryFiles = new Map()): Bucket {
  const put = (path: string, content: Buffer | string): true => {
    const etag = createHash('md5').update(content).digest('hex')
    files.set(path, { content: Buffer.from(content), etag, modifiedMs: Date.now() })
    return true
  }
  return {
    location,
    read: async (path) => files.get(path),
    list: async (prefix) =>
      [...files].flatMap(([path, { modifiedMs }]) =>
        path.startsWith(prefix) ? { path, ageMs: Date.now() - modifiedMs } : [],
      ),
    create: async (path, content) => !files.has(path) && put(path, content),
    replace: async (path, content, etag) => files.get(path)?.etag === etag && put(path, content),
    write: async (path, content) => void put(path, content),
    remove: async (path) => void files.delete(path),
  }
}

/**
 * A bucket as one client sees it.
 *
 * @param inTurn makes each request
 * @param isLost whether the response of a write is lost, so that the client repeats it
 */
export function clientOf(bucket: Bucket, inTurn: InTurn, isLost: () => boolean): Bucket {
  const written = async <T>(request: () => Promise<T>): Promise<T> => {
    const response = await inTurn(request)
    return isLost() ? inTurn(request) : response
  }
  return {
    location: bucket.location,
    read: (path) => inTurn(() => bucket.read(path)),
    list: (prefix) => inTurn(() => bucket.list(prefix)),
    create: (path, content) => written(() => bucket.create(path, content)),
    replace: (path, content, etag) => written(() => bucket.replace(path, content, etag)),
    write: (path, content) => written(() => bucket.write(path, content)),
    remove: (path) => written(() => bucket.remove(path)),
  }
}
