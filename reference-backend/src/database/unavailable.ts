import { DiskError } from './disk-error'

/** A database that cannot be connected to. */
export class ConnectionError extends Error {}

/** Codes of Node.js for a lost connection. */
const lostSockets = 'E(CONN\\w+|PIPE|TIMEDOUT|HOST\\w+|NET\\w+)|ENOTFOUND|EAI_AGAIN'
/**
 * SQLSTATE codes that a new connection may mend: the connection failed, is to a server that became read-only, or was ended
 * by the server.
 */
const lostConnections = '08\\w{3}|25006|25P0[34]|57P0[1-5]'
/**
 * SQLSTATE codes that pass by themselves or by a repair of the server: it has no room or memory, cannot use its files, or
 * ended a statement at its timeout or in favour of another one.
 */
const passing = '28\\w{3}|3D000|40001|40P01|53\\w{3}|55P03|57014|58\\w{3}'
const unavailableCodes = new RegExp(`^(${lostSockets}|${lostConnections}|${passing})$`)
const reconnectCodes = new RegExp(`^(${lostSockets}|${lostConnections})$`)

/** Messages of pg and its pool without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout (expired|exceeded when trying to connect)$/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
]

/** Whether an error means an unavailable database rather than an invalid query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DiskError || error instanceof ConnectionError) return true
  const code = codeOf(error)
  return code === undefined ? messages.some((message) => message.test(error.message)) : unavailableCodes.test(code)
}

/** Whether an error means that every open connection may be to a server that is lost, or that has become a replica. */
export function needsNewConnections(error: unknown): boolean {
  return error instanceof Error && reconnectCodes.test(codeOf(error) ?? '')
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
