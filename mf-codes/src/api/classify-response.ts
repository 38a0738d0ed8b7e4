import { faultOf } from '@canje/shared-ui'

/**
 * Whether a request had an idempotency key, so that it took effect at most once and its response is final (D27, feature
 * `idempotency`).
 *
 * @param outcome response or error of axios
 */
export function isKeyed(outcome: unknown): boolean {
  const { config }: { config?: { headers?: { has?: (name: string) => boolean } } } = Object(outcome)
  return config?.headers?.has?.('Idempotency-Key') === true
}

/** @returns the status by which the server rejected the request; undefined for other failures */
export function refusalStatus(error: unknown): number | undefined {
  const fault = faultOf(error)
  return fault.kind === 'refused' ? fault.status : undefined
}

/**
 * Whether the server has rejected the request, so that nothing has changed. After a 409 without an idempotency key the list
 * must tell: browsers repeat requests by themselves, so the conflict may be with its first attempt. A 401 does not tell what
 * an earlier attempt has done.
 */
export function isRefusal(error: unknown): boolean {
  const { config }: { config?: { isRepeated?: boolean } } = Object(error)
  const fault = faultOf(error)
  return fault.kind === 'unauthorized' ? !config?.isRepeated : fault.kind === 'refused' && fault.status !== 409
}
