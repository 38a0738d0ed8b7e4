import { setTimeout as pause } from 'node:timers/promises'
import type { ReleaseStore, StoredFile } from '../release-store'
import { StoreError } from '../store-error'
import { addressOf } from './address'
import type { Send } from './connection'
import { headersOf } from './headers'

/** Otherwise `fetch` would decompress a compressed file. */
const AS_STORED = '?response-content-encoding=identity'
/** Attempts to create a file that exists, and cannot be read. */
const MAX_ATTEMPTS = 5
const PAUSE_MS = 100

/**
 * Opens the release store in a bucket.
 *
 * @param url such as `s3://canje/releases`
 * @throws StoreError when it is no URL of a bucket, or the environment has no valid credentials
 */
export function openBucketStore(url: string): ReleaseStore {
  const location = url.replace(/\/$/, '')
  const address = addressOf(location, process.env)
  // On demand, so that a folder works without the packages for buckets.
  const connect = async () => (await import('./connection')).connectTo(location, address)
  return storeIn(location, address.prefix, connect)
}

/** The release store below a prefix of a bucket. */
export function storeIn(location: string, prefix: string, connect: () => Promise<Send>): ReleaseStore {
  let connection: Promise<Send> | undefined
  const send: Send = async (...request) => {
    connection ??= connect()
    return (await connection)(...request)
  }
  const targetOf = (path: string) => `/${(prefix + path).split('/').map(encodeURIComponent).join('/')}`
  let isConditional: boolean | undefined

  /** @returns false when the condition is not met */
  async function put(path: string, content: Buffer | string, condition: Record<string, string> = {}): Promise<boolean> {
    const body = typeof content === 'string' ? content : new Uint8Array(content)
    const headers = { ...headersOf(path), ...condition }
    // 409: another conditional write is in progress.
    return (await send('PUT', targetOf(path), [412, 409], { body, headers })) !== undefined
  }

  const putNew = (path: string, content: Buffer | string) => put(path, content, { 'If-None-Match': '*' })

  async function read(path: string): Promise<Buffer | undefined> {
    return (await send('GET', `${targetOf(path)}${AS_STORED}`, [404, 403]))?.body
  }

  /** Some services ignore the condition: they would write the same bytes once more. */
  async function assertConditional(path: string, content: Buffer | string): Promise<void> {
    isConditional ??= !(await putNew(path, content))
    if (isConditional) return
    const message = `${location} ignores conditional writes, so that changes would be lost: use another object store.`
    throw new StoreError('unreachable', message)
  }

  /** Lists the objects and folders below the prefix. @returns undefined without permission to list */
  async function list(folder: string, delimiter?: string): Promise<string[] | undefined> {
    const pages: string[] = []
    for (let next: string | undefined = ''; next !== undefined; next = textOf(pages.at(-1), 'NextContinuationToken')) {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix: prefix + folder })
      if (delimiter) query.set('delimiter', delimiter)
      if (next) query.set('continuation-token', next)
      const response = await send('GET', `?${query}`, [403])
      if (!response) return undefined
      pages.push(response.body.toString())
    }
    return pages
  }

  const pathOf = (key: string | undefined) => decodeURIComponent((key ?? '').replaceAll('+', ' ')).slice(prefix.length)

  return {
    location,
    read,

    async create(path, content) {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        if (await putNew(path, content)) {
          await assertConditional(path, content)
          return true
        }
        const found = await read(path)
        if (found) return found.equals(Buffer.from(content))
        await pause(attempt * PAUSE_MS)
      }
      throw new StoreError('unreachable', `${location}/${path} exists, and cannot be read: allow this key to read it.`)
    },

    async replace(path, content) {
      await put(path, content)
    },

    async remove(path) {
      await send('DELETE', targetOf(path), [404])
    },

    async list(remote) {
      const pages = await list(`${remote}/`)
      return pages?.flatMap((xml) =>
        elementsOf(xml, 'Contents').map(
          (entry): StoredFile => ({
            path: pathOf(textOf(entry, 'Key')),
            modifiedMs: Date.parse(textOf(entry, 'LastModified') ?? ''),
          }),
        ),
      )
    },

    async remotes() {
      const pages = await list('', '/')
      const folders = pages?.flatMap((xml) => elementsOf(xml, 'CommonPrefixes'))
      return folders?.map((entry) => pathOf(textOf(entry, 'Prefix')).replace(/\/$/, ''))
    },
  }
}

function elementsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, content = '']) => content)
}

function textOf(xml: string | undefined, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml ?? '')?.[1]
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
