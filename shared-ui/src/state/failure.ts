import type { Notify } from 'shared-auth'

/** An error as the client of the info API makes it of a failed call; any other has none of this. */
interface CallError extends Error {
  status?: number
  config?: { url?: string }
}

/**
 * Reports a failure: the catalogue's toast (specification §8, D12) for the staff, the call and the reason for the console.
 * A 401 has ended the session (D10), so it says nothing.
 */
export function reportFailure(notify: Notify, error: unknown): void {
  const { status, config, message }: CallError = error instanceof Error ? error : new Error(String(error))
  if (status === 401) return
  console.warn(config?.url ? `${config.url}: ${message}` : message)
  notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
}
