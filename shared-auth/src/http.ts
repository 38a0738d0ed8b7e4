import axios, { type AxiosInstance } from 'axios'
import { unwrap } from './envelope'

/**
 * Makes an axios instance whose responses carry the unwrapped payload as `data` (D1).
 * Any other body rejects with EnvelopeError; a non-2xx answer or none at all rejects with AxiosError.
 *
 * @param timeoutMs how long a call may take, in milliseconds
 */
export function createServiceClient(timeoutMs: number): AxiosInstance {
  const client = axios.create({ timeout: timeoutMs })
  client.interceptors.response.use((response) => ({ ...response, data: unwrap(response.data) }))
  return client
}
