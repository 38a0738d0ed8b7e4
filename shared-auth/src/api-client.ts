import { isAxiosError } from 'axios'
import { faultOf } from './fault'
import { createServiceClient } from './http'
import { createIdempotentAdapter, IDEMPOTENCY_KEY, type Repeats } from './idempotency'
import { fetchPrefetched } from './prefetch-cache'
import { randomId } from './random-id'
import { recorded } from './request-log'
import { bearer, isRead } from './requests'
import { hasFeature, serviceUrls } from './services'
import { expireSession, useSession } from './session'

/** Options of a request by {@link apiClient}, beside those of axios. */
export interface RequestOptions {
  /**
   * States whether the request only reads data. Without it, the name of its path says so (D11, changing GET): `Select…` reads.
   * A request that may change data gets an idempotency key, and no prefetched response is used after it.
   */
  reads?: boolean | undefined
  /** Lets staff watch and stop its retries. */
  repeats?: Repeats | undefined
  /** Set on the config of a response or an error: an earlier attempt with the same key may have taken effect. */
  isRepeated?: boolean
}

declare module 'axios' {
  interface AxiosRequestConfig extends RequestOptions {}
}

/** Long enough for a busy server. Tables have their own limit, because they can take minutes on a slow connection. */
const TIMEOUT_MS = 60_000

/**
 * The axios instance for requests to the info API: `apiClient.get('SelectCodes', { signal })`.
 * Paths are relative to the API's base URL; `response.data` is the unwrapped payload (D1, envelope), not yet validated.
 * It sends the session's token to that base URL only (D8, Authorization header); a 401 ends the session that sent the request (D10, end by a 401).
 * State with `reads` whether a request only reads data; without it, the name of its path says so.
 * With the service feature `idempotency`, each request that may change data carries a new idempotency key.
 * It is retried while its outcome is unknown, up to six times in two minutes; `repeats` watches and stops that (`idempotency.ts`).
 * Cancel a request with axios' `signal`.
 */
export const apiClient = createServiceClient(TIMEOUT_MS, recorded(fetchPrefetched))
apiClient.defaults.adapter = createIdempotentAdapter()

apiClient.interceptors.request.use((request) => {
  const { apiUrl } = serviceUrls()
  const { idToken } = useSession.getState()
  request.baseURL = apiUrl
  const url = apiClient.getUri(request)
  if (!url.startsWith(apiUrl)) return request
  if (idToken) request.headers.set('Authorization', bearer(idToken))
  const { reads = isRead(url) } = request
  request.fetchOptions = { ...request.fetchOptions, reads }
  if (hasFeature('idempotency') && !reads) request.headers.set(IDEMPOTENCY_KEY, randomId(), false)
  return request
})

apiClient.interceptors.response.use(undefined, (error: unknown) => {
  const fault = faultOf(error)
  if (fault.kind === 'unauthorized' && isAxiosError(error)) {
    const { idToken } = useSession.getState()
    // A late 401 for an earlier session must not end this one.
    if (idToken && error.config?.headers.get('Authorization') === bearer(idToken)) expireSession(fault)
  }
  return Promise.reject(error)
})
