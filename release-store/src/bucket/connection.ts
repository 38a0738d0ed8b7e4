import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StoreError } from '../store-error'
import type { BucketAddress } from './address'

/** How long a service may be out of reach until a command fails, in milliseconds. */
const MAX_OUTAGE_MS = 60_000
const REQUEST_TIMEOUT_MS = 60_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000

const SIGN_IN =
  'Check AWS_ENDPOINT_URL. If an access proxy asks to sign in, name the headers that it accepts in RELEASE_HEADERS.'
const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or correct --store.',
  AccessDenied: 'Allow this key to do it below the folder of the remote: docs/registry-format.md has a policy.',
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY and AWS_REGION.',
  RequestTimeTooSkewed: "Set this machine's clock.",
}

/** A complete response. */
interface BucketResponse {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Sends a request to a bucket.
 *
 * @param target path and query, from the bucket's URL on
 * @param expected statuses of a refusal that the caller handles, such as 404, or 403 for a denied access
 * @returns undefined for one of those statuses
 * @throws StoreError when the service refuses the request otherwise, or is out of reach
 */
export type Send = (
  method: string,
  target: string,
  expected: number[],
  init?: { body?: BodyInit; headers?: Record<string, string> },
) => Promise<BucketResponse | undefined>

/**
 * Connects to a bucket. A request is sent again while the service is out of reach: only send requests that take effect at
 * most once, or as well twice.
 *
 * @param store the bucket's name in messages
 */
export function connectTo(
  store: string,
  { url, region, accessKeyId, secretAccessKey, sessionToken }: BucketAddress,
): Send {
  const token = sessionToken === undefined ? {} : { sessionToken }
  const client = new AwsClient({ region, accessKeyId, secretAccessKey, ...token, service: 's3', retries: 0 })

  async function attempt(method: string, target: string, init: object): Promise<BucketResponse | Error> {
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      const response = await client.fetch(`${url}${target}`, { ...init, method, signal, redirect: 'manual' })
      const { status, headers } = response
      return { status, headers, body: Buffer.from(await response.arrayBuffer()) }
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  const failure = (what: string) => new StoreError('unreachable', `${store} ${what}`)

  function failureOf(result: BucketResponse | Error): StoreError {
    if (result instanceof Error) {
      const { message } = result.cause instanceof Error ? result.cause : result
      return failure(`cannot be reached: ${message}. Check AWS_ENDPOINT_URL, and the network.`)
    }
    const code = codeOf(result.body) ?? `status ${result.status}`
    return failure(`refuses the request (${code}). ${REMEDIES[code] ?? 'Check the bucket and its policy.'}`)
  }

  return async (method, target, expected, init = {}) => {
    const deadline = Date.now() + MAX_OUTAGE_MS
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      const result = await attempt(method, target, init)
      if (!(result instanceof Error) && isPage(result))
        throw failure(`responds with a web page in place of an object store. ${SIGN_IN}`)
      const isFinal = !(result instanceof Error) && result.status < 500 && result.status !== 429
      if (isFinal && result.status < 300) return result
      if (isFinal && expected.includes(result.status) && isExpected(result)) return undefined
      if (isFinal || Date.now() + wait > deadline) throw failureOf(result)
      // Not all at once: several processes may be waiting for the service.
      await pause(wait * (0.5 + Math.random() / 2))
    }
  }
}

/** Whether a response is not that of an object store, which has an ETag or a code: a page to sign in, or the way there. */
function isPage({ status, headers, body }: BucketResponse): boolean {
  if (status >= 400 || headers.has('ETag') || codeOf(body)) return false
  return status >= 300 || (headers.get('Content-Type') ?? '').startsWith('text/html')
}

/** A missing bucket is a 404 too, and an unknown key a 403. */
function isExpected({ status, body }: BucketResponse): boolean {
  const code = codeOf(body)
  return status === 403 ? code === 'AccessDenied' : code !== 'NoSuchBucket'
}

function codeOf(body: Buffer): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1]
}
