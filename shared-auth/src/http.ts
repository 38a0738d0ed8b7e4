import axios, { type AxiosInstance } from 'axios'
import { unwrap } from './envelope'
import { fetchPrefetched } from './prefetch-cache'

/**
 * Creates an axios instance whose responses have the unwrapped payload as `data` (D1).
 * Requests reject with EnvelopeError for any other body, and with AxiosError for a non-2xx response or none.
 * A prefetched response is used when there is one.
 *
 * @param timeoutMs time limit of a request, in milliseconds
 */
export function createServiceClient(timeoutMs: number): AxiosInstance {
  const client = axios.create({ timeout: timeoutMs })
  // Without a Request class, axios passes the URL and options to `fetch` separately.
  Object.assign(client.defaults, { adapter: 'fetch', env: { fetch: fetchPrefetched, Request: null } })
  client.interceptors.response.use((response) => ({ ...response, data: unwrap(response.data) }))
  return client
}
