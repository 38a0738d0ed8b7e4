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
 * Validates the body or the query of a request against its schema.
 * @param expected the valid input, as the error message describes it
 * @throws {HttpError} 400 for an invalid one
 */
export function parseRequest<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
  expected: string,
): Output {
  const result = v.safeParse(schema, input)
  if (!result.success || Array.isArray(input))
    throw new HttpError(400, 'invalid_request', `The request is invalid: send ${expected}.`)
  return result.output
}
