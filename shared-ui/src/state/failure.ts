import type { Notify } from '@canje/shared-auth'
import { faultOf } from '@canje/shared-auth/fault'

/** An error of the info API's client; other errors have no `config`. */
interface RequestError extends Error {
  config?: { url?: string }
}

/**
 * Reports a failure: a toast of the message catalogue (specification §8; D12, load failures), and the URL and reason in
 * the console. A 401 is not reported, because it ended the session (D10, end by a 401).
 */
export function reportFailure(notify: Notify, error: unknown): void {
  if (faultOf(error).kind === 'unauthorized') return
  const { config, message }: RequestError = error instanceof Error ? error : new Error(String(error))
  console.warn(config?.url ? `${config.url}: ${message}` : message)
  notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
}
