import * as v from 'valibot'
import { HttpError } from './errors'

/** A schema of text with at most `maximum` characters, without NUL, which PostgreSQL cannot store. */
export const text = (maximum: number) =>
  v.pipe(
    v.string(),
    v.maxLength(maximum),
    v.check((value) => !value.includes('\0')),
  )

/**
 * Validates the body of a request against its schema.
 * @param expected the valid body, as the error message describes it
 * @throws {HttpError} 400 for an invalid body
 */
export function parseBody<Output>(schema: v.GenericSchema<unknown, Output>, body: unknown, expected: string): Output {
  const result = v.safeParse(schema, body)
  if (!result.success || Array.isArray(body))
    throw new HttpError(400, 'invalid_body', `The body is invalid: send ${expected}.`)
  return result.output
}

/**
 * Validates the query of a request against its schema.
 * @param expected the valid query, as the error message describes it
 * @throws {HttpError} 400 for an invalid query
 */
export function parseQuery<Output>(schema: v.GenericSchema<unknown, Output>, query: unknown, expected: string): Output {
  const result = v.safeParse(schema, query)
  if (!result.success) throw new HttpError(400, 'invalid_query', `The query is invalid: send ${expected}.`)
  return result.output
}
