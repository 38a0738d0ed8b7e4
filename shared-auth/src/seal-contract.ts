import axios from 'axios'
import { apiClient } from './api-client'
import { useSession } from './session'

/**
 * Makes the session and the client of the info API read-only for the tabs of this page, because all of them use the same
 * ones. Changes of defaults and interceptors, and of the state, have no effect. A listener that throws affects nobody else.
 */
export function sealContract(): void {
  const { defaults } = apiClient
  Object.defineProperties(apiClient, {
    // Each caller gets its own copy.
    defaults: { get: () => axios.create(defaults).defaults },
    interceptors: { get: () => axios.create().interceptors },
  })
  Object.freeze(apiClient)

  const { subscribe } = useSession
  useSession.setState = () => console.warn('A tab cannot change the session.')
  useSession.subscribe = (listener) =>
    subscribe((...states) => {
      try {
        listener(...states)
      } catch (error) {
        reportError(error)
      }
    })
  Object.freeze(useSession)
}
