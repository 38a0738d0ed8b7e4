import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors'

/**
 * Refuses a speculative request, which nobody has asked for yet. A hook of the routes that change data (D11, changing GET).
 * @throws {HttpError} 403
 */
export async function refusePrefetch({ headers }: FastifyRequest): Promise<void> {
  if (/prefetch|prerender/i.test(String(headers['sec-purpose'])))
    throw new HttpError(403, 'prefetch_refused', 'A prefetch changes nothing: send the request once it is meant.')
}
