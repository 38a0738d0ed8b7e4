import axios, { type AxiosInstance } from 'axios'
import { unwrap } from './envelope'
import { fetchPrefetched } from './prefetch-cache'

/**
 * Makes an axios instance whose responses carry the unwrapped payload as `data` (D1).
 * Any other body rejects with EnvelopeError; a non-2xx answer or none at all rejects with AxiosError.
 * A call that was started already takes that one's answer.
 *
 * @param timeoutMs how long a call may take, in milliseconds
 */
export function createServiceClient(timeoutMs: number): AxiosInstance {
  const client = axios.create({ timeout: timeoutMs })
  // Without a Request of its own, axios gives the parts of each call to `fetch`.
  Object.assign(client.defaults, { adapter: 'fetch', env: { fetch: fetchPrefetched, Request: null } })
  client.interceptors.response.use((response) => ({ ...response, data: unwrap(response.data) }))
  return client
}
