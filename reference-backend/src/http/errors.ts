import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DiskError } from '../database/disk-error'
import { isUnavailable } from '../database/unavailable'
import { reasonOf } from '../reason'
import { closeLingering } from './close-lingering'

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
  for (const header of ['connection', 'content-encoding']) reply.removeHeader(header)
  // Node.js would read the whole rest of the body before it serves the connection's next request.
  if (httpError.status === 413 || !request.raw.complete) closeLingering(request, reply)
  reply
    .code(httpError.status)
    .headers({ 'Cache-Control': 'no-store', ...httpError.headers })
    .send({ error: { code: httpError.code, message: httpError.message } })
}

/**
 * Responds with 404 to an unknown path, and with 405 to another method of a known one.
 * The known paths are those of routes that are added afterwards.
 */
export function handleUnknownRoutes(app: FastifyInstance): void {
  // Fastify's hasRoute parses the path as a pattern, and throws on some paths.
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => void methods.set(url, [methods.get(url) ?? [], method].flat(2)))
  app.setNotFoundHandler((request, reply) => {
    const url = pathOf(request)
    const allowed = methods.get(url)?.join(', ')
    const error = allowed
      ? new HttpError(405, 'method_not_allowed', `The method is not allowed: send ${allowed} to ${url}.`, {
          Allow: allowed,
        })
      : new HttpError(404, 'not_found', 'The path is unknown: check the URL.')
    sendError(error, request, reply)
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

/** The error for a body beyond the limit of its route. */
export const bodyTooLarge = () => new HttpError(413, 'body_too_large', 'The body is too large: send a smaller one.')

/** The path of the request, without the query, which may contain personal data or tokens. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function translate(error: FastifyError, requestId: string): HttpError {
  const status = error.statusCode ?? 500
  if (status === 413) return bodyTooLarge()
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
