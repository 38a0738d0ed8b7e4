import { storeIn } from '../bucket/bucket-store'
import type { Send } from '../bucket/connection'
import type { ReleaseStore } from '../release-store'
import { StoreError } from '../store-error'

/** The objects of a bucket by path. */
export type MemoryFiles = Map<string, { content: Buffer; modifiedMs: number }>

/**
 * Creates an object store with conditional writes.
 *
 * @param mayList whether its key may list; otherwise what is absent is denied
 */
export function createMemoryService(files: MemoryFiles = new Map(), mayList = true): Send {
  return async (method, target, expected, { body, headers = {} } = {}) => {
    const { pathname, searchParams } = new URL(target, 'http://bucket')
    const path = decodeURIComponent(pathname.slice(1))
    const respond = (status: number, content: Buffer | string = '') => {
      if (status < 300) return { status, headers: new Headers(), body: Buffer.from(content) }
      if (expected.includes(status)) return undefined
      throw new StoreError('unreachable', `The service responds with ${status} to ${method} ${target}.`)
    }
    const found = files.get(path)
    if (searchParams.has('list-type')) return mayList ? respond(200, listingOf(files, searchParams)) : respond(403)
    if (method === 'GET') return found ? respond(200, found.content) : respond(mayList ? 404 : 403)
    if (method === 'DELETE') return respond(files.delete(path) ? 204 : 404)
    if (headers['If-None-Match'] && found) return respond(412)
    const content = typeof body === 'string' ? Buffer.from(body) : Buffer.from(Object(body))
    files.set(path, { content, modifiedMs: Date.now() })
    return respond(200)
  }
}

function listingOf(files: MemoryFiles, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const paths = [...files.keys()].filter((path) => path.startsWith(prefix))
  if (query.has('delimiter')) {
    const folders = new Set(paths.flatMap((path) => /^[^/]+\//.exec(path.slice(prefix.length)) ?? []))
    return [...folders].map((folder) => `<CommonPrefixes><Prefix>${prefix}${folder}</Prefix></CommonPrefixes>`).join('')
  }
  const objects = paths.map((path) => {
    const modified = new Date(files.get(path)?.modifiedMs ?? 0).toISOString()
    return `<Contents><Key>${encodeURIComponent(path)}</Key><LastModified>${modified}</LastModified></Contents>`
  })
  return objects.join('')
}

/** Opens the release store in an object store of this process. */
export function openMemoryBucket(files?: MemoryFiles, mayList?: boolean): ReleaseStore {
  const service = createMemoryService(files, mayList)
  return storeIn('s3://canje/releases', 'releases/', async () => service)
}
