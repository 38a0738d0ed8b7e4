import { StoreError } from '../store-error'
import { addressOf } from './address'
import { connectTo } from './connection'
import { headersOf } from './headers'

/** Otherwise `fetch` would decompress a compressed file. */
const AS_STORED = '?response-content-encoding=identity'
/** The path of the file that tests conditional writes. */
const PROBE = '.conditional-writes'

export interface StoredFile {
  content: Buffer
  /** Identifies this content for {@link Bucket.replace}. */
  etag: string
}

export interface ListedFile {
  path: string
  /** Time since it was written, in milliseconds, by the clock of the service. */
  ageMs: number
}

/** The files of a store in a bucket, by path. Every method throws a StoreError when the service refuses or is out of reach. */
export interface Bucket {
  /** Such as `s3://canje/releases`. */
  readonly location: string
  /** @returns undefined when there is no such file */
  read(path: string): Promise<StoredFile | undefined>
  /** Lists the files whose paths begin with `prefix`. */
  list(prefix: string): Promise<ListedFile[]>
  /** @returns false, and changes nothing, when the file exists; also when a lost response was that of its creation */
  create(path: string, content: Buffer | string): Promise<boolean>
  /** @returns false, and changes nothing, when the file was changed since `etag` was read; see {@link create} */
  replace(path: string, content: string, etag: string): Promise<boolean>
  write(path: string, content: string): Promise<void>
  remove(path: string): Promise<void>
}

const opened = new Map<string, Bucket>()

/**
 * Opens the store in a bucket, once per process.
 *
 * @param store such as `s3://canje/releases`
 * @throws StoreError when the URL or the environment is invalid
 */
export function bucketOf(store: string): Bucket {
  const bucket = opened.get(store) ?? openBucket(store)
  opened.set(store, bucket)
  return bucket
}

function openBucket(store: string): Bucket {
  const address = addressOf(store, process.env)
  const { prefix } = address
  const send = connectTo(store, address)
  const targetOf = (path: string) => `/${(prefix + path).split('/').map(encodeURIComponent).join('/')}`
  let etagFormat: Promise<(etag: string) => string> | undefined

  async function put(path: string, content: Buffer | string, condition: Record<string, string>): Promise<boolean> {
    const body = typeof content === 'string' ? content : new Uint8Array(content)
    const headers = { ...headersOf(path), ...condition }
    // 409: another conditional write is in progress.
    return (await send('PUT', targetOf(path), [412, 409], { body, headers })) !== undefined
  }

  async function read(path: string): Promise<StoredFile | undefined> {
    const response = await send('GET', `${targetOf(path)}${AS_STORED}`, [404])
    return response && { content: response.body, etag: response.headers.get('ETag') ?? '' }
  }

  /** AWS compares the ETag with its quotes, Ceph 16 without them, and some services ignore the condition. */
  async function probe(): Promise<(etag: string) => string> {
    await put(PROBE, 'probe', { 'If-None-Match': '*' })
    const etag = (await read(PROBE))?.etag ?? ''
    const isWritten = (candidate: string) => put(PROBE, 'probe', { 'If-Match': candidate })
    if (!(await isWritten('"0"')) && !(await isWritten('0')))
      for (const format of [(quoted: string) => quoted, unquoted]) if (await isWritten(format(etag))) return format
    throw new StoreError(
      `${store} ignores conditional writes, so that changes would be lost: use another object store.`,
    )
  }

  return {
    location: store,
    read,
    async list(folder) {
      const files: ListedFile[] = []
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix: prefix + folder })
        if (next !== undefined) query.set('continuation-token', next)
        const response = await send('GET', `?${query}`, [])
        const xml = response?.body.toString() ?? ''
        files.push(...listedIn(xml, prefix, Date.parse(response?.headers.get('Date') ?? '')))
        next = textOf(xml, 'NextContinuationToken')
      } while (next !== undefined)
      return files
    },
    create: (path, content) => put(path, content, { 'If-None-Match': '*' }),
    async replace(path, content, etag) {
      etagFormat ??= probe()
      return put(path, content, { 'If-Match': (await etagFormat)(etag) })
    },
    async write(path, content) {
      await put(path, content, {})
    },
    async remove(path) {
      await send('DELETE', targetOf(path), [404])
    },
  }
}

const unquoted = (etag: string) => etag.replaceAll('"', '')

function listedIn(xml: string, prefix: string, nowMs: number): ListedFile[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    path: decodeURIComponent((textOf(entry, 'Key') ?? '').replaceAll('+', ' ')).slice(prefix.length),
    ageMs: nowMs - Date.parse(textOf(entry, 'LastModified') ?? ''),
  }))
}

function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
