import type { Notify } from '@canje/shared-auth'

/** An error of the info API's client; other errors lack these properties. */
interface RequestError extends Error {
  status?: number
  config?: { url?: string }
}

/**
 * Reports a failure: a toast of the message catalogue (specification §8, D12), and the URL and reason in the console.
 * A 401 is not reported, because it ended the session (D10).
 */
export function reportFailure(notify: Notify, error: unknown): void {
  const { status, config, message }: RequestError = error instanceof Error ? error : new Error(String(error))
  if (status === 401) return
  console.warn(config?.url ? `${config.url}: ${message}` : message)
  notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
}
