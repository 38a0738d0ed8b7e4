import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { AccountAction, Actor } from '../audit/events'
import { parseRequest, text } from '../http/body'
import { HttpError } from '../http/errors'
import { refusePrefetch } from '../http/prefetch'
import { isNameLength } from './account-rules'
import type { FindAccount } from './accounts'
import { opaqueString } from './opaque-string'
import type { Sessions } from './sessions'
import type { Throttle } from './throttle'

/** The longest Unicode form of a text has four times the characters of the shortest. */
const LONGEST_FORM = 4
const Credentials = v.object({
  username_input: v.pipe(text(LONGEST_FORM * 200), v.check(isNameLength)),
  password_input: v.pipe(text(LONGEST_FORM * 1000), v.transform(opaqueString), v.maxLength(1000)),
})
const Authorization = v.object({ Authorization_input: text(4000) })

/** Adds the routes of the security service (specification §7). */
export function addSecurityRoutes(
  app: FastifyInstance,
  {
    findAccount,
    sessions,
    throttle,
    record,
  }: {
    findAccount: FindAccount
    sessions: Sessions
    throttle: Throttle
    /** Records an action in the audit log. */
    record: (actor: Actor, action: AccountAction) => Promise<void>
  },
): void {
  app.post('/CreateToken', { onRequest: refusePrefetch }, async (request) => {
    const expected = '{ "username_input": text, "password_input": text }'
    const { username_input: name, password_input: password } = parseRequest(Credentials, request.body, expected)
    const { ip: address } = request
    // Outside the attempt, so that a database that hangs does not block the queue.
    const { account, checkPassword } = await findAccount(name)
    const actor = { account: account?.id ?? null, address }
    const signIn = { account: name.normalize('NFKC'), address }
    const verified = await throttle(signIn, async () => ((await checkPassword(password)) ? account : undefined)).catch(
      async (error: unknown) => {
        if (isThrottled(error)) await record(actor, 'sign_in_throttled')
        throw error
      },
    )
    const token = verified && (await sessions.issue(verified))
    // No token without its event.
    await record(actor, token ? await signInAction(request, verified.id) : 'sign_in_failed')
    return { data: token ?? null }
  })

  /** The sign-in of an open session, whose token the client sends, renews it. */
  async function signInAction({ headers }: FastifyRequest, account: number): Promise<AccountAction> {
    return (await sessions.accountOf(headers.authorization)) === account ? 'renewal' : 'sign_in'
  }

  app.post('/ValidateLogin', async (request) => {
    const expected = '{ "Authorization_input": "Bearer <token>" }'
    const { Authorization_input: authorization } = parseRequest(Authorization, request.body, expected)
    return { data: { data: { id: await sessions.accountOf(authorization) } } }
  })

  app.post('/Logout', { onRequest: refusePrefetch }, async (request) => {
    const expected = '{ "Authorization_input": "Bearer <token>" }'
    const { Authorization_input: authorization } = parseRequest(Authorization, request.body, expected)
    const account = await sessions.revoke(authorization)
    if (account !== 0) await record({ account, address: request.ip }, 'sign_out')
    return { data: { revoked: account === 0 ? 0 : 1 } }
  })
}

const isThrottled = (error: unknown) => error instanceof HttpError && error.status === 429
