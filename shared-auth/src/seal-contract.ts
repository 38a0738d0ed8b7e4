import { apiClient } from './api-client'
import { useSession } from './session'

/**
 * Prevents tabs from changing by mistake what all of them share: the defaults and interceptors of the client, and the session.
 * An attempt throws.
 */
export function sealContract(): void {
  const { defaults, interceptors } = apiClient
  const refuse = () => {
    throw new Error('All tabs share apiClient and useSession, which cannot be changed: pass options with a request.')
  }
  interceptors.request.use = interceptors.response.use = useSession.setState = refuse
  for (const shared of [defaults, defaults.headers, defaults.headers.common, interceptors, apiClient, useSession]) {
    Object.freeze(shared)
  }
}
