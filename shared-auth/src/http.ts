import axios, { type AxiosInstance, type AxiosRequestTransformer } from 'axios'
import { unwrap } from './envelope'
import { parseJson, stringifyJson } from './json'
import { fetchPrefetched } from './prefetch-cache'

const JSON_TYPE = 'application/json'

/**
 * Creates an axios instance whose responses have the unwrapped payload as `data` (D1, envelope).
 * Integers keep their digits in both directions, as bigints beyond ±(2^53 − 1) (D31, long integers).
 * Requests reject with EnvelopeError for any other body, and with AxiosError for a non-2xx response or none.
 * A prefetched response is used when there is one.
 *
 * @param timeoutMs time limit of a request, in milliseconds
 */
export function createServiceClient(timeoutMs: number, send: typeof fetch = fetchPrefetched): AxiosInstance {
  const client = axios.create({
    timeout: timeoutMs,
    // Axios writes other bodies, such as forms.
    transformRequest: [writeJson, axios.defaults.transformRequest ?? []].flat(),
    transformResponse: readJson,
  })
  // Without a Request class, axios passes the URL and options to `fetch` separately.
  Object.assign(client.defaults, { adapter: 'fetch', env: { fetch: send, Request: null } })
  client.interceptors.response.use((response) => ({ ...response, data: unwrap(response.data) }))
  return client
}

const writeJson: AxiosRequestTransformer = (body: unknown, headers) => {
  const type = headers.getContentType()
  if ((type && String(type) !== JSON_TYPE) || !(Array.isArray(body) || isPlainObject(body))) return body
  headers.setContentType(JSON_TYPE)
  return stringifyJson(body)
}

/** Parses a body, which stays a text if it is no JSON. */
export function readJson(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return parseJson(body)
  } catch {
    // Not an envelope either: `unwrap` rejects it.
    return body
  }
}

function isPlainObject(value: unknown): boolean {
  return value instanceof Object && Object.getPrototypeOf(value) === Object.prototype
}
