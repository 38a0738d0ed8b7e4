import { isId, readRows } from '@canje/shared-ui'
import type { Code } from '../codes'

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
