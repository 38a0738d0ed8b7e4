import type { FastifyInstance } from 'fastify'
import { parseJson } from '../json'
import { HttpError } from './errors'

/** Parses JSON bodies with exact integers. Fastify's own parser, which rounds them, only checks a body. */
export function addJsonParser(app: FastifyInstance): void {
  const check = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    check(request, body, (error) => {
      if (error) return done(error)
      try {
        done(null, parseJson(body))
      } catch {
        done(new HttpError(400, 'malformed_request', 'The body is ambiguous: send each field once.'))
      }
    }),
  )
}
