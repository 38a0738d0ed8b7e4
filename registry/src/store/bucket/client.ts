import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StoreError } from '../store-error'
import { addressOf } from './address'
import { headersOf } from './headers'

/** How long a service may be out of reach until a command fails, in milliseconds. */
const MAX_OUTAGE_MS = 60_000
const REQUEST_TIMEOUT_MS = 60_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
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
  /** In milliseconds since the epoch, by the clock of the service. */
  modifiedMs: number
}

/** The files of a store in a bucket, by path. Every method throws a StoreError when the service refuses or is out of reach. */
export interface Bucket {
  /** @returns undefined when there is no such file */
  read(path: string): Promise<StoredFile | undefined>
  /** Lists the files whose paths begin with `prefix`. */
  list(prefix: string): Promise<ListedFile[]>
  /** @returns false, and changes nothing, when the file exists */
  create(path: string, content: Buffer | string): Promise<boolean>
  /** @returns false, and changes nothing, when the file was changed since `etag` was read */
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
  const { url, prefix, sessionToken, ...credentials } = addressOf(store, process.env)
  const client = new AwsClient({ ...credentials, ...(sessionToken && { sessionToken }), service: 's3', retries: 0 })
  let etagFormat: Promise<(etag: string) => string> | undefined

  /** Sends a request again while the service is out of reach. Each request takes effect at most once or is idempotent. */
  async function send(method: string, target: string, init: RequestInit = {}): Promise<Response> {
    const deadline = Date.now() + MAX_OUTAGE_MS
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      const result = await attempt(method, target, init)
      if (result instanceof Response && result.status < 500 && result.status !== 429) return result
      if (Date.now() + wait > deadline) throw await outage(result)
      // Not all at once: several processes may be waiting for the service.
      await pause(wait * (0.5 + Math.random() / 2))
    }
  }

  async function attempt(method: string, target: string, init: RequestInit): Promise<Response | Error> {
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      return await client.fetch(`${url}${target}`, { ...init, method, signal })
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  async function outage(result: Response | Error): Promise<StoreError> {
    if (result instanceof Response) return refusal(result)
    const cause = result.cause instanceof Error ? result.cause.message : result.message
    return new StoreError(`${store} cannot be reached: ${cause}. Check AWS_ENDPOINT_URL, and the network.`)
  }

  async function refusal(response: Response): Promise<StoreError> {
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text().catch(() => ''))?.[1] ?? `status ${response.status}`
    return new StoreError(
      `${store} refuses the request (${code}). ${REMEDIES[code] ?? 'Check the bucket and its policy.'}`,
    )
  }

  const pathOf = (path: string) => `/${(prefix + path).split('/').map(encodeURIComponent).join('/')}`

  /** @returns the response, or undefined for one of the statuses `unless` */
  async function request(method: string, target: string, unless: number[], init?: RequestInit) {
    const response = await send(method, target, init)
    if (response.ok) return response
    if (!unless.includes(response.status)) throw await refusal(response)
    const text = await response.text()
    // A missing bucket is a 404 too.
    if (text.includes('<Code>NoSuchBucket</Code>')) throw await refusal(new Response(text))
    return undefined
  }

  const put = (path: string, body: BodyInit, condition: Record<string, string>) =>
    // 409: another conditional write is in progress.
    request('PUT', pathOf(path), [412, 409], { body, headers: { ...headersOf(path), ...condition } }).then(Boolean)

  async function read(path: string): Promise<StoredFile | undefined> {
    const response = await request('GET', `${pathOf(path)}${AS_STORED}`, [404])
    if (!response) return undefined
    return { content: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('ETag') ?? '' }
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
    read,
    async list(folder) {
      const files: ListedFile[] = []
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix: prefix + folder })
        if (next !== undefined) query.set('continuation-token', next)
        const xml = (await (await request('GET', `?${query}`, []))?.text()) ?? ''
        files.push(...listedIn(xml, prefix))
        next = textOf(xml, 'NextContinuationToken')
      } while (next !== undefined)
      return files
    },
    create: (path, content) =>
      put(path, typeof content === 'string' ? content : new Uint8Array(content), { 'If-None-Match': '*' }),
    async replace(path, content, etag) {
      etagFormat ??= probe()
      return put(path, content, { 'If-Match': (await etagFormat)(etag) })
    },
    async write(path, content) {
      await put(path, content, {})
    },
    async remove(path) {
      await request('DELETE', pathOf(path), [404])
    },
  }
}

const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or correct --store.',
  AccessDenied: 'Allow this key to read, write, list and delete in the bucket.',
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY and AWS_REGION.',
  RequestTimeTooSkewed: "Set this machine's clock.",
}

const unquoted = (etag: string) => etag.replaceAll('"', '')

function listedIn(xml: string, prefix: string): ListedFile[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    path: decodeURIComponent((textOf(entry, 'Key') ?? '').replaceAll('+', ' ')).slice(prefix.length),
    modifiedMs: Date.parse(textOf(entry, 'LastModified') ?? ''),
  }))
}

function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
