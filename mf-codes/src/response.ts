import { faultOf, isId, readRows } from '@canje/shared-ui'
import type { DeletionId } from './change'
import type { Code } from './codes'

/** A successful response that does not say that its change was made: the list must tell. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError'

  constructor(path: string, payload: unknown) {
    super(`${path} did not confirm the change: its payload was ${typeof payload}.`)
  }
}

/** The field of the number of changed codes. */
type NumberField = 'created' | 'deleted' | 'restored'

/**
 * Whether a payload says that a change was made: true, the number of codes, or an object with the changed codes or their
 * number (D27, feature `history`). Any other one leaves it to the list, since the specification does not show these payloads.
 *
 * @param count the requested number of codes; without it, any positive number confirms the change
 */
export function confirms(payload: unknown, field: NumberField, count?: number): boolean {
  if (payload === true) return true
  const said = saidNumber(payload, field)
  if (count !== undefined) return said === count
  return (typeof said === 'number' || typeof said === 'bigint') && said > 0
}

/**
 * Whether a payload of InsertCodes says that all codes were created: it is truthy (specification §7), and states no failure
 * and no other number.
 *
 * @param count the requested number of codes
 */
export function confirmsCreation(payload: unknown, count: number): boolean {
  if (!payload || payload === 'false') return false
  if (typeof payload !== 'object') return true
  const { success, error }: { success?: unknown; error?: unknown } = payload
  const said = saidNumber(payload, 'created')
  return success !== false && !error && (said === undefined || said === count)
}

/** What a payload has as the number of changed codes; undefined when it has none. */
export function saidNumber(payload: unknown, field: NumberField): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  return Reflect.get(payload, field) ?? namedCodes(payload)?.length
}

/**
 * The codes that a response names (D27, feature `history`).
 *
 * @param payload the payload of a response
 * @returns the codes, which are unassigned; undefined when the response names none
 */
export function namedCodes(payload: unknown): Code[] | undefined {
  const { codes }: { codes?: unknown } = Object(payload)
  if (!Array.isArray(codes)) return undefined
  const named = readRows(codes, ['id', 'name', 'date']).filter(({ id, name }) => isId(id) && typeof name === 'string')
  return named.length === codes.length ? named.map((code) => ({ ...code, userName: null, used: 0 })) : undefined
}

/** The ids of deletions in a payload of a service with the feature `history`, if it has one. */
export function deletionIdsIn(payload: unknown): readonly DeletionId[] {
  const { deletionId }: { deletionId?: unknown } = Object(payload)
  return isDeletionId(deletionId) ? [deletionId] : []
}

export function isDeletionId(value: unknown): value is DeletionId {
  return Number.isInteger(value) || typeof value === 'bigint' || (typeof value === 'string' && value !== '')
}

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
