/** An answer whose body is not one of the two agreed envelopes. */
export class EnvelopeError extends Error {
  constructor(body: unknown) {
    super(`Expected a JSON object with a "data" key from the server, got ${describe(body)}.`)
    this.name = 'EnvelopeError'
  }
}

/**
 * Takes the payload out of a server's answer: `body.data`, or `body.data.data` where `body.data`
 * is itself an object with a `data` key (D1).
 *
 * @param body the parsed JSON body
 * @returns the payload, not yet validated
 * @throws EnvelopeError when the body has neither shape
 */
export function unwrap(body: unknown): unknown {
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
