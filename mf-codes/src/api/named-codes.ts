import type { Code } from '../codes'

/**
 * The codes that a response names (D27, feature `history`).
 *
 * @param payload the payload of a response
 * @returns the codes, which are unassigned; undefined when the response names none
 */
export function namedCodes(payload: unknown): Code[] | undefined {
  if (typeof payload !== 'object' || payload === null || !('codes' in payload)) return undefined
  const { codes } = payload
  return Array.isArray(codes) && codes.every(isNamed) ? codes.map(codeOf) : undefined
}

interface NamedCode {
  id: number | bigint | string
  name: string
  date?: unknown
}

function isNamed(code: unknown): code is NamedCode {
  if (typeof code !== 'object' || code === null || !('id' in code && 'name' in code)) return false
  return typeof code.name === 'string' && ['number', 'bigint', 'string'].includes(typeof code.id)
}

function codeOf({ id, name, date }: NamedCode): Code {
  return { id, name, userName: null, used: 0, date: typeof date === 'string' ? date : null }
}
