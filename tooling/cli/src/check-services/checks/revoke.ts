import { bearer } from '@canje/shared-auth/requests'
import { type Context, fieldOf, payloadOf } from '../context'
import { isConfirmed } from './sign-in'

/** Revokes the token of this command, and checks that both services refuse it (D27, optional features). The last check. */
export async function checkRevocation(context: Context): Promise<void> {
  const { client, token = '' } = context
  const operation = context.operation('Logout')
  const response = await client.send(operation, { body: { Authorization_input: bearer(token) } })
  const fix = `Send ${operation.payload.expected}.`
  if (Number(fieldOf(payloadOf(response), 'revoked')) !== 1)
    return context.report(operation, 'not-revoked', 'it does not revoke the token.', fix)
  const read = await client.send(context.operation('SelectUsers'), { token })
  if (read.status === 401 && !(await isConfirmed(context, token))) return
  const message = 'after it, a service still accepts the token.'
  context.report(operation, 'token-lives', message, 'Refuse a revoked token on both services.')
}
