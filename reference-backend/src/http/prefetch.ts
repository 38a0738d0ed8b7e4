import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors'

/** The standard header, and those of older browsers. */
const headersOfPurpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * Refuses a speculative request, which nobody has asked for yet. A hook of the routes that change data (D11, changing GET).
 * @throws {HttpError} 403
 */
export async function refusePrefetch({ headers }: FastifyRequest): Promise<void> {
  const isSpeculative = headersOfPurpose.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
  if (isSpeculative)
    throw new HttpError(403, 'prefetch_refused', 'A prefetch changes nothing: send the request once it is meant.')
}
