import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/unavailable'
import { reasonOf } from '../reason'
import { closeLingering } from './close-lingering'

/** An answer other than success: what happened and what to do, for the person behind the client. */
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

/** Answers every failure as `{ "error": { "code", "message" } }`. */
export function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = error instanceof HttpError ? error : translate(error, request.id)
  if (!(error instanceof HttpError) && answer.status >= 500) request.log.error(error, 'failed')
  for (const header of ['connection', 'content-encoding']) reply.removeHeader(header)
  // Node.js would read the rest of the body, however long, before it serves the connection's next request.
  if (answer.status === 413 || !request.raw.complete) closeLingering(request, reply)
  reply
    .code(answer.status)
    .headers({ 'Cache-Control': 'no-store', ...answer.headers })
    .send({ error: { code: answer.code, message: answer.message } })
}

/**
 * Answers a path that is not ours with 404, and one of ours asked with another method with 405.
 * Ours are the calls added from here on.
 */
export function answerUnknown(app: FastifyInstance): void {
  // Fastify's hasRoute takes the path for a pattern, and throws at some.
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => void methods.set(url, [methods.get(url) ?? [], method].flat(2)))
  app.setNotFoundHandler((request, reply) => {
    const url = pathOf(request)
    const allowed = methods.get(url)?.join(', ')
    const error = allowed
      ? new HttpError(405, 'method_not_allowed', `${url} takes ${allowed} only.`, { Allow: allowed })
      : new HttpError(404, 'not_found', 'There is no such call: check the path.')
    sendError(error, request, reply)
  })
}

/** The response while the database does not respond, which may have made a change or not. */
function databaseUnavailable(): HttpError {
  const message =
    'The database does not respond: check that it runs, and try again in a few seconds. Before you repeat a change, look whether it was made.'
  return new HttpError(503, 'database_unavailable', message, { 'Retry-After': '5' })
}

/** The path asked for, without its query, which may hold what nobody should read later. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function translate(error: FastifyError, requestId: string): HttpError {
  const status = error.statusCode ?? 500
  if (status === 413) return new HttpError(413, 'body_too_large', 'The body is larger than 64 KiB: send less.')
  if (status === 415) return new HttpError(415, 'unsupported_media_type', 'Send the body as application/json.')
  if (status >= 400 && status < 500) return new HttpError(status, 'malformed_request', `${reasonOf(error)}.`)
  if (isUnavailable(error)) return databaseUnavailable()
  return new HttpError(500, 'internal_error', `The server failed: try again, or look for ${requestId} in its log.`)
}
