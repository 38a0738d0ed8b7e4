import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors'

/**
 * A signal that aborts when the client disconnects before the complete response. The reason is an {@link HttpError} 499,
 * nginx's status for a client that closed the request.
 */
export function disconnectSignal({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () =>
    controller.abort(
      new HttpError(499, 'client_closed_request', 'The client closed the connection before the response was complete.'),
    )
  raw.once('close', () => {
    if (!raw.writableFinished) abort()
  })
  if (socket.destroyed) abort()
  return controller.signal
}
