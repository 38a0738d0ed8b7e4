import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import type { SignInAction } from '../audit/events'
import { parseBody, text } from '../http/body'
import { HttpError } from '../http/errors'
import type { FindAccount } from './accounts'
import { networkOf } from './network-of'
import type { Sessions } from './sessions'
import type { SignIn, Throttle } from './throttle'

const Credentials = v.object({ username_input: text(200), password_input: text(1000) })
const Authorization = v.object({ Authorization_input: text(4000) })

/** The maximum of recorded throttled sign-ins per network, so that a flood does not fill the database. */
const throttledEventLimit = { points: 100, duration: 3600 }

/** Adds the routes of the security service (specification §7). */
export function addSecurityRoutes(
  app: FastifyInstance,
  {
    findAccount,
    sessions,
    throttle,
    recordRefusal,
  }: {
    findAccount: FindAccount
    sessions: Sessions
    throttle: Throttle
    /** Records a refused sign-in. */
    recordRefusal: (signIn: SignIn, action: SignInAction) => Promise<void>
  },
): void {
  const throttledEvents = new RateLimiterMemory(throttledEventLimit)
  app.post('/CreateToken', async (request) => {
    const expected = '{ "username_input": text, "password_input": text }'
    const { username_input: account, password_input: password } = parseBody(Credentials, request.body, expected)
    const signIn = { account, address: request.ip }
    const id = await checkSignIn(signIn, password).catch(async (error: unknown) => {
      const recorded = isThrottled(error) && (await isBelow(throttledEvents, networkOf(signIn.address)))
      if (recorded) await recordRefusal(signIn, 'sign_in_throttled')
      throw error
    })
    if (id !== undefined) return { data: await sessions.issue(id) }
    await recordRefusal(signIn, 'sign_in_failed')
    return { data: null }
  })

  /** Resolves with the id of the account, or undefined for wrong credentials. Rejects with 429 over a limit. */
  async function checkSignIn(signIn: SignIn, password: string): Promise<number | undefined> {
    // Before the query, so that a refused attempt does not load the database.
    await throttle.assertAllowed(signIn)
    // Outside the attempt, so that a database that hangs does not block the queue.
    const checkPassword = await findAccount(signIn.account)
    return throttle.attempt(signIn, () => checkPassword(password))
  }

  app.post('/ValidateLogin', async (request) => {
    const expected = '{ "Authorization_input": "Bearer <token>" }'
    const { Authorization_input: authorization } = parseBody(Authorization, request.body, expected)
    return { data: { data: { id: await sessions.accountOf(authorization) } } }
  })

  app.post('/Logout', async (request) => {
    const expected = '{ "Authorization_input": "Bearer <token>" }'
    const { Authorization_input: authorization } = parseBody(Authorization, request.body, expected)
    return { data: { revoked: (await sessions.revoke(authorization)) ? 1 : 0 } }
  })
}

const isThrottled = (error: unknown) => error instanceof HttpError && error.status === 429

/** Whether one more is within the limit. Counts it. */
const isBelow = (limiter: RateLimiterMemory, key: string) =>
  limiter.consume(key).then(
    () => true,
    () => false,
  )
