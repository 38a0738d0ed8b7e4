import type { Notify } from 'shared-auth'

/**
 * Reports a failed call: the catalogue's toast (specification §8, D12) for the staff, the reason for the console.
 * A 401 has ended the session (D10), so it says nothing.
 */
export function reportFailure(notify: Notify, error: unknown): void {
  if (isUnauthorized(error)) return
  console.warn(error instanceof Error ? error.message : error)
  notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401
}
