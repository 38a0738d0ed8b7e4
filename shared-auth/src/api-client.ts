import { isAxiosError } from 'axios'
import { bearer, isRead } from './calls'
import { hasFeature } from './features'
import { createServiceClient } from './http'
import { createIdempotentAdapter, IDEMPOTENCY_KEY } from './idempotency'
import { randomId } from './random-id'
import { serviceAddresses } from './service-urls'
import { endSession, useSession } from './session'

/** Long enough for a busy server. A table, which may take minutes on a slow line, is read with a limit of its own. */
const TIMEOUT_MS = 60_000

/**
 * The axios instance for every call to the info API: `apiClient.get('SelectCodes', { signal })`.
 * Paths are relative to the API's base address; `response.data` is the unwrapped payload (D1), still to be validated.
 * It sends the session's token to that base and nowhere else (D8); a 401 from there ends the session that asked (D10).
 * Where the service has the feature `idempotency`, a call that may change data carries an idempotency key of its own, and is
 * repeated while its outcome is unknown, for two minutes at most: see `idempotency.ts`.
 * Cancel a call with axios' `signal`.
 */
export const apiClient = createServiceClient(TIMEOUT_MS)
apiClient.defaults.adapter = createIdempotentAdapter()

apiClient.interceptors.request.use((request) => {
  const { apiUrl } = serviceAddresses()
  const { idToken } = useSession.getState()
  request.baseURL = apiUrl
  const url = apiClient.getUri(request)
  if (!url.startsWith(apiUrl)) return request
  if (idToken) request.headers.set('Authorization', bearer(idToken))
  if (hasFeature('idempotency') && !isRead(url)) request.headers.set(IDEMPOTENCY_KEY, randomId(), false)
  return request
})

apiClient.interceptors.response.use(undefined, (error: unknown) => {
  if (isAxiosError(error) && error.response?.status === 401) {
    const { idToken } = useSession.getState()
    // A late refusal of an earlier session's call says nothing about this one.
    if (idToken && error.config?.headers.get('Authorization') === bearer(idToken)) endSession()
  }
  return Promise.reject(error)
})
