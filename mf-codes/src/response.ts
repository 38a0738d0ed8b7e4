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

/**
 * What the payload of a response says of its change (D27, feature `history`): the changed codes, which are unassigned, or their
 * number, and the id of their deletion.
 *
 * @param field the field of the number, where the payload is an object
 */
export function saidBy(payload: unknown, field: 'created' | 'deleted' | 'restored') {
  const { codes: list, deletionId }: { codes?: unknown; deletionId?: unknown } = Object(payload)
  const codes = Array.isArray(list) ? namedIn(list) : undefined
  const isObject = typeof payload === 'object' && payload !== null
  return {
    /** Undefined unless the payload names all of them. */
    codes,
    /** True where the payload only confirms the change; what is no number where it does neither, such as undefined. */
    number: isObject ? (Reflect.get(payload, field) ?? codes?.length) : payload,
    deletionIds: isDeletionId(deletionId) ? [deletionId] : [],
  }
}

/** @returns undefined unless it names all its codes */
function namedIn(list: readonly unknown[]): Code[] | undefined {
  const named = readRows(list, ['id', 'name', 'date']).filter(({ id, name }) => isId(id) && typeof name === 'string')
  return named.length === list.length ? named.map((code) => ({ ...code, userName: null, used: 0 })) : undefined
}

/**
 * Whether the number that a payload says ({@link saidBy}) confirms its change. Any other payload leaves it to the list, since
 * the specification does not show these payloads.
 *
 * @param count the requested number of codes; without it, any positive number confirms the change
 */
export function confirms(number: unknown, count?: number): boolean {
  if (number === true) return true
  if (count !== undefined) return number === count
  return (typeof number === 'number' || typeof number === 'bigint') && number > 0
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
  const { number } = saidBy(payload, 'created')
  return success !== false && !error && (number === undefined || number === count)
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

/** What the failure of a request that changes codes says. */
export function failureOf(error: unknown) {
  const { config }: { config?: { isRepeated?: boolean } } = Object(error)
  const fault = faultOf(error)
  const status = fault.kind === 'refused' ? fault.status : undefined
  return {
    /** The status by which the server rejected the request; undefined for other failures. */
    status,
    /**
     * The server has rejected the request, so that nothing has changed. After a 409 without an idempotency key the list must
     * tell: browsers repeat requests by themselves, so the conflict may be with its first attempt. A 401 does not tell what an
     * earlier attempt has done.
     */
    isRefusal: fault.kind === 'unauthorized' ? !config?.isRepeated : fault.kind === 'refused' && status !== 409,
    /** A 404 without a key, which is also the response to a retry by the browser. */
    isNotFound: status === 404 && !isKeyed(error),
  }
}
