import type { Notify } from '@canje/shared-auth'
import { type Fault, faultOf } from '@canje/shared-auth/fault'

/** An error of the info API's client; other errors have no `config`. */
interface RequestError extends Error {
  config?: { url?: string }
}

/**
 * Reports a failure: a toast of the message catalogue (specification §8; D12, load failures), and the URL and reason in
 * the console. A 401 is not reported, because it ended the session (D10, 401).
 *
 * @returns the fault, whose words the screen shows beside the toast
 */
export function reportFailure(notify: Notify, error: unknown): Fault {
  const fault = faultOf(error)
  if (fault.kind === 'unauthorized') return fault
  const { config, message }: RequestError = error instanceof Error ? error : new Error(String(error))
  console.warn(config?.url ? `${config.url}: ${message}` : message)
  notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
  return fault
}
