import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DiskError } from '../database/disk-error'
import { isUnavailable } from '../database/unavailable'
import { reasonOf } from '../reason'

/** An error response. The message says what happened and what to do. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** Sends an error as `{ "error": { "code", "message" } }`. Unexpected errors are logged and sent as 500 or 503. */
export function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const httpError = error instanceof HttpError ? error : translate(error, request.id)
  if (!(error instanceof HttpError) && httpError.status >= 500) request.log.error(error, 'request failed')
  // Fastify closes the connection after a 413, which may lose the response; Node.js discards the rest of the body.
  reply.removeHeader('connection')
  reply
    .code(httpError.status)
    .headers({ 'Cache-Control': 'no-store', ...httpError.headers })
    .send({ error: { code: httpError.code, message: httpError.message } })
}

/** Responds with 404 to an unknown path, and to another method of a known one. */
export function handleUnknownRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw new HttpError(404, 'not_found', 'The path is unknown, or its method: check the URL.')
  })
}

/** The error while the database is unavailable; a change may or may not have been made. */
function databaseUnavailable(error: Error): HttpError {
  const reason =
    error instanceof DiskError
      ? `The database is stopped: ${error.message}.`
      : 'The database does not respond, has no room, or is read-only: check its server, and try again in a few seconds.'
  const message = `${reason} Check whether a change was made before you repeat it.`
  return new HttpError(503, 'database_unavailable', message, { 'Retry-After': '5' })
}

function translate(error: FastifyError, requestId: string): HttpError {
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError(413, 'body_too_large', 'The body is too large: send a smaller one.')
  if (status === 415)
    return new HttpError(
      415,
      'unsupported_media_type',
      'The content type is not supported: send the body as application/json.',
    )
  if (status >= 400 && status < 500)
    return new HttpError(status, 'malformed_request', `The request is malformed: ${reasonOf(error)}.`)
  if (isUnavailable(error)) return databaseUnavailable(error)
  return new HttpError(
    500,
    'internal_error',
    `The server failed: try again, or search its log for the request ${requestId}.`,
  )
}
