import * as v from 'valibot'
import { HttpError } from './errors'

/** Text of at most `maximum` characters, without NUL, which PostgreSQL cannot hold. */
export const text = (maximum: number) =>
  v.pipe(
    v.string(),
    v.maxLength(maximum),
    v.check((value) => !value.includes('\0')),
  )

/**
 * The body of a call, checked against its schema.
 * @param expected what to send instead, shown when the body is something else
 * @throws {HttpError} 400
 */
export function parseBody<Output>(schema: v.GenericSchema<unknown, Output>, body: unknown, expected: string): Output {
  const result = v.safeParse(schema, body)
  if (!result.success || Array.isArray(body)) throw new HttpError(400, 'invalid_body', `Send ${expected}.`)
  return result.output
}
