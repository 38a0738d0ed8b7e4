import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { byId } from '../database/pages'
import { parseBody, text } from '../http/body'
import { disconnectSignal } from '../http/client-disconnect'
import { HttpError } from '../http/errors'
import type { Sessions } from '../security/sessions'
import { deleteCode, deleteUnassignedCodes, insertCodes, selectCodes } from './codes'
import { type Change, makeChange } from './idempotency'
import { createSendList, type ListSource } from './list'
import { selectReferralTree, userExists } from './referral-tree'
import { selectReferrals } from './referrals'
import { report } from './report'
import { selectScores } from './scores'
import { selectUsers } from './users'

const id = v.pipe(v.number(), v.safeInteger())
const Filter = v.object({ prmNameOrPhone: v.optional(text(200), '') })
const User = v.object({ prmUserId: id })
const Quantity = v.object({ prmnumber_codes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) })
const Code = v.object({ prmCodeId: id })

/** Adds the routes of the info API (specification §7), which all require a valid token. */
export function addInfoRoutes(
  app: FastifyInstance,
  { sessions, ...source }: ListSource & { sessions: Sessions },
): void {
  const { database } = source
  app.decorateRequest('account', 0)
  const onRequest = async (request: FastifyRequest) => {
    const account = await sessions.accountOf(request.headers.authorization)
    request.setDecorator('account', account)
    if (account !== 0) return
    throw new HttpError(
      401,
      'not_signed_in',
      'The token is missing or invalid: sign in, and send "Authorization: Bearer <token>".',
      {
        'WWW-Authenticate': 'Bearer',
      },
    )
  }
  const filterOf = (request: FastifyRequest) =>
    parseBody(Filter, request.body, '{} or { "prmNameOrPhone": text of at most 200 characters }').prmNameOrPhone

  const send = createSendList(source)

  const change = (request: FastifyRequest, reply: FastifyReply, make: Change) => {
    const { body, headers, routeOptions } = request
    const account = request.getDecorator<number>('account')
    const path = routeOptions.url ?? ''
    const signal = disconnectSignal(request, reply)
    return makeChange(database, { account, path, body, key: headers['idempotency-key'], signal }, make)
  }

  app.get('/SelectUsers', { onRequest }, (request, reply) =>
    send(request, reply, { ...byId('users'), rows: (from) => selectUsers(database, from), at: 'data.data' }),
  )

  app.post('/SelectScores', { onRequest }, (request, reply) => {
    const filter = filterOf(request)
    return send(request, reply, { ...byId('scores'), rows: (from) => selectScores(database, filter, from), at: 'data' })
  })

  app.post('/SelectReferrals', { onRequest }, (request, reply) => {
    const filter = filterOf(request)
    const rows = (from: string) => selectReferrals(database, filter, from)
    return send(request, reply, { ...byId('referrals'), rows, at: 'data' })
  })

  // One statement: each page would traverse the tree again, and a user's level may change between two pages.
  app.post('/SelectScoreReferrals', { onRequest }, async (request) => {
    const { prmUserId } = parseBody(User, request.body, '{ "prmUserId": the id of a user }')
    if (!(await userExists(database, prmUserId))) {
      throw new HttpError(404, 'user_unknown', `User ${prmUserId} does not exist: reload the list.`)
    }
    return { data: await selectReferralTree(database, prmUserId).execute() }
  })

  app.get('/SelectReport', { onRequest }, (request, reply) => send(request, reply, { ...report(database), at: 'data' }))

  app.get('/SelectCodes', { onRequest }, (request, reply) =>
    send(request, reply, { ...byId('codes'), rows: (from) => selectCodes(database, from), at: 'data.data' }),
  )

  app.post('/InsertCodes', { onRequest }, async (request, reply) => {
    const expected = '{ "prmnumber_codes": an integer from 1 to 99 }'
    const { prmnumber_codes: created } = parseBody(Quantity, request.body, expected)
    return change(request, reply, async (transaction) => {
      await insertCodes(transaction, created)
      return { data: { created } }
    })
  })

  app.post('/DeleteCode', { onRequest }, async (request, reply) => {
    const { prmCodeId } = parseBody(Code, request.body, '{ "prmCodeId": the id of a code }')
    return change(request, reply, async (transaction) => {
      await deleteCode(transaction, prmCodeId)
      return { data: { deleted: 1 } }
    })
  })

  app.get('/DeleteAllCodes', { onRequest }, (request, reply) =>
    change(request, reply, async (transaction) => ({ data: { deleted: await deleteUnassignedCodes(transaction) } })),
  )
}
