import { isAxiosError } from 'axios'
import { bearer } from './early-calls'
import { createServiceClient } from './http'
import { serviceAddresses } from './services'
import { endSession, useSession } from './session'

/** Long enough for a busy server. A table, which may take minutes on a slow line, is read with a limit of its own. */
const TIMEOUT_MS = 60_000

/**
 * The axios instance for every call to the info API: `apiClient.get('SelectCodes', { signal })`.
 * Paths are relative to the API's base address; `response.data` is the unwrapped payload (D1), still to be validated.
 * It sends the session's token to that base and nowhere else (D8); a 401 from there ends the session that asked (D10).
 * Cancel a call with axios' `signal`.
 */
export const apiClient = createServiceClient(TIMEOUT_MS)

apiClient.interceptors.request.use((request) => {
  const { apiUrl } = serviceAddresses()
  const { idToken } = useSession.getState()
  request.baseURL = apiUrl
  if (idToken && apiClient.getUri(request).startsWith(apiUrl)) request.headers.set('Authorization', bearer(idToken))
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
