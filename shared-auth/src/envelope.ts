import { isPage, SignInPageError } from './fault'

/** A response whose body is neither of the two agreed envelopes (D1, envelope). */
export class EnvelopeError extends Error {
  constructor(body: unknown) {
    super(`Expected a JSON object with a "data" key from the server, got ${describe(body)}.`)
    this.name = 'EnvelopeError'
  }
}

/**
 * Extracts the payload of a response: `body.data`, or `body.data.data` when that key exists (D1, envelope).
 *
 * @param body the parsed JSON body
 * @returns the payload, not yet validated
 * @throws EnvelopeError when the body has neither form; SignInPageError for a web page
 */
export function unwrap(body: unknown): unknown {
  if (isPage(body)) throw new SignInPageError()
  if (!hasData(body)) throw new EnvelopeError(body)
  return hasData(body.data) ? body.data.data : body.data
}

function hasData(value: unknown): value is { data: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'data' in value
}

function describe(body: unknown): string {
  if (body === null) return 'null'
  return Array.isArray(body) ? 'an array' : `a value of type ${typeof body} without it`
}
