import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { parseBody, text } from '../http/body'
import type { FindAccount } from './accounts'
import type { Sessions } from './sessions'
import type { Throttle } from './throttle'

const SignIn = v.object({ username_input: text(200), password_input: text(1000) })
const Validation = v.object({ Authorization_input: text(4000) })

/** Adds the routes of the security service (specification §7). */
export function addSecurityRoutes(
  app: FastifyInstance,
  { findAccount, sessions, throttle }: { findAccount: FindAccount; sessions: Sessions; throttle: Throttle },
): void {
  app.post('/CreateToken', async (request) => {
    const expected = '{ "username_input": text, "password_input": text }'
    const { username_input: account, password_input: password } = parseBody(SignIn, request.body, expected)
    const signIn = { account, address: request.ip }
    // Before the query, so that a refused attempt does not load the database.
    await throttle.assertAllowed(signIn)
    // Outside the attempt, so that a database that hangs does not block the queue.
    const checkPassword = await findAccount(account)
    const id = await throttle.attempt(signIn, () => checkPassword(password))
    return { data: id === undefined ? null : await sessions.issue(id) }
  })

  app.post('/ValidateLogin', async (request) => {
    const expected = '{ "Authorization_input": "Bearer <token>" }'
    const { Authorization_input: authorization } = parseBody(Validation, request.body, expected)
    return { data: { data: { id: await sessions.accountOf(authorization) } } }
  })
}
