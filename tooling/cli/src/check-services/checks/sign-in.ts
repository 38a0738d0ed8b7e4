import { randomUUID } from 'node:crypto'
import { bearer } from '@canje/shared-auth/requests'
import type { ServiceResponse } from '../client'
import { type Context, fieldOf, payloadOf, plain } from '../context'
import { fail } from '../findings'

/** The lifetime of a session (specification §9). */
const SESSION_SECONDS = 600
/** What a header can hold. */
const TOKEN = /^[\x21-\x7e]+$/

/** Checks that a wrong password is refused. This precedes the sign-in, which resets the count of failures. */
export async function checkRefusal(context: Context): Promise<void> {
  const response = await createToken(context, randomUUID())
  if (isRefusal(response.status) || !payloadOf(response)) return
  fail(response.operation, 'any-password', 'it accepts a wrong password.', 'Send { "data": null } for it.')
}

/** Signs in, and checks that the service confirms the token and no other one. */
export async function checkSignIn(context: Context): Promise<void> {
  const response = await createToken(context, context.credentials.password)
  const { operation } = response
  const payload = isRefusal(response.status) ? null : payloadOf(response)
  if (payload === null || payload === '' || payload === undefined) {
    const fix = 'Check --user and the password; for valid ones, send the token at "data".'
    fail(operation, 'sign-in-refused', 'it refuses the user with this password: no more was checked.', fix)
  }
  if (typeof payload !== 'string' || !TOKEN.test(payload)) {
    const fix = 'Send the token as text at "data", without spaces.'
    fail(operation, 'token-malformed', 'the token is no text that a header can hold.', fix)
  }
  const lifetime = lifetimeOf(payload)
  if (lifetime !== undefined && lifetime < SESSION_SECONDS) {
    const fix = `Issue tokens for ${SESSION_SECONDS} s, the lifetime of a session.`
    context.report(operation, 'token-short', `the token expires after ${lifetime} s.`, fix, 'D17')
  }
  context.token = payload
  await context.attempt(() => checkValidation(context, payload))
}

/** The lifetime of a JWT (RFC 7519) in seconds; undefined for another token. */
function lifetimeOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const [issued, expires] = [fieldOf(claims, 'iat'), fieldOf(claims, 'exp')]
    return typeof issued === 'number' && typeof expires === 'number' ? expires - issued : undefined
  } catch {
    return undefined
  }
}

async function checkValidation(context: Context, token: string): Promise<void> {
  const operation = context.operation('ValidateLogin')
  const fix = `Send ${operation.payload.expected}.`
  if (!(await isConfirmed(context, token)))
    context.report(operation, 'token-refused', 'it does not confirm the token of the sign-in.', fix)
  if (await isConfirmed(context, 'not-a-token'))
    context.report(operation, 'any-token', 'it confirms an invalid token.', fix)
}

/**
 * Whether the security service confirms a token: by an id other than 0 (D3, validation of a session).
 *
 * @throws CheckFailure when the response says neither
 */
export async function isConfirmed(context: Context, token: string): Promise<boolean> {
  const body = { Authorization_input: bearer(token) }
  const response = await context.client.send(context.operation('ValidateLogin'), { body })
  const payload = isRefusal(response.status) ? null : payloadOf(response)
  const isValid = response.operation.payload.differences(plain(payload)).length === 0
  return isValid && Number(fieldOf(payload, 'id')) !== 0
}

/** Whether a status refuses what was sent (D2, sign-in), rather than the path or the number of requests. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![404, 405, 429].includes(status)
}

function createToken(context: Context, password: string): Promise<ServiceResponse> {
  const body = { username_input: context.credentials.user, password_input: password }
  return context.client.send(context.operation('CreateToken'), { body })
}
