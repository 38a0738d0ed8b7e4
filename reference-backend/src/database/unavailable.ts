/**
 * Codes of Node.js for a failed connection, and SQLSTATE codes: the server is lost, full, starting or stopping, rejects
 * the login, or ended a statement at its timeout.
 */
const codes =
  /^(08\w{3}|28\w{3}|3D000|53\w{3}|57014|57P0[1-5]|E(CONN\w+|PIPE|TIMEDOUT|HOST\w+|NET\w+)|ENOTFOUND|EAI_AGAIN)$/
/** Messages of pg and its pool without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout (expired|exceeded when trying to connect)$/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
]

/** Whether an error means an unavailable database rather than an invalid query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return codes.test(error.code)
  return messages.some((message) => message.test(error.message))
}
