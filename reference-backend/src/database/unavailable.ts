/**
 * SQLSTATE of a server that is lost, full, stopping or starting, lets nobody in, or ended a statement at its time limit;
 * and the codes of Node.js for a connection that fails.
 */
const codes =
  /^(08\w{3}|28\w{3}|3D000|53\w{3}|57014|57P0[1-5]|E(CONN\w+|PIPE|TIMEDOUT|HOST\w+|NET\w+)|ENOTFOUND|EAI_AGAIN)$/
/** What pg and its pool say without a code. */
const messages = [
  /^Connection terminated/,
  /^timeout (expired|exceeded when trying to connect)$/,
  /^Client (has encountered a connection error|was closed) and is not queryable$/,
]

/** Whether a failed query tells of a database that does not respond, rather than of a wrong query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return codes.test(error.code)
  return messages.some((message) => message.test(error.message))
}
