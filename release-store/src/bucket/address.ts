import { StoreError } from '../store-error'

/** Where a bucket is, and the credentials for it. */
export type BucketAddress = ReturnType<typeof addressOf>

const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
const SEGMENT = /^(?!\.\.?$)[\w.@+-]+$/

/**
 * Resolves the address of a store in a bucket.
 *
 * @param store such as `s3://canje/releases`
 * @param environment has AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and may have AWS_SESSION_TOKEN, AWS_REGION and
 * AWS_ENDPOINT_URL
 * @throws StoreError when the URL or the environment is invalid
 */
export function addressOf(store: string, environment: NodeJS.ProcessEnv) {
  const [, bucket, path = ''] = BUCKET_URL.exec(store) ?? []
  const segments = path.replace(/\/$/, '').split('/')
  if (bucket === undefined || (path !== '' && !segments.every((segment) => SEGMENT.test(segment))))
    throw new StoreError(
      'unreachable',
      'The store is not the URL of a bucket: write s3://bucket/prefix, in ASCII letters and digits.',
    )
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId || !secretAccessKey)
    throw new StoreError(
      'unreachable',
      `There are no credentials for ${store}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  // The error of a header with another character quotes it.
  if (![accessKeyId, secretAccessKey, environment.AWS_SESSION_TOKEN ?? ''].every((value) => /^[!-~]*$/.test(value)))
    throw new StoreError('unreachable', 'The AWS_ credentials must be ASCII, without spaces and line breaks.')
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'
  return {
    /** URL of the bucket, without a final slash. */
    url: `${endpointOf(environment, region)}/${bucket}`,
    /** The path of the store in the bucket; empty for the whole bucket, otherwise ending in a slash. */
    prefix: path === '' ? '' : `${segments.join('/')}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: environment.AWS_SESSION_TOKEN || undefined,
  }
}

function endpointOf(environment: NodeJS.ProcessEnv, region: string): string {
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL
  if (!endpoint) return `https://s3.${region}.amazonaws.com`
  const isUrl = URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)
  // An @ in the path may follow a password with a slash, of which messages would quote parts.
  if (isUrl && !endpoint.includes('@')) return endpoint.replace(/\/+$/, '')
  throw new StoreError(
    'unreachable',
    'AWS_ENDPOINT_URL is not the http or https URL of an object store, without user and password.',
  )
}
