import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { type CodeAction, type EventCode, recordCodeEvents, selectStaffEvents } from '../audit/events'
import { highest, lowest } from '../database/pages'
import type { Database, Schema } from '../database/schema'
import { parseRequest, text } from '../http/body'
import { disconnectSignal } from '../http/client-disconnect'
import { HttpError } from '../http/errors'
import { refusePrefetch } from '../http/prefetch'
import type { Int8 } from '../json'
import type { Sessions } from '../security/sessions'
import { type ChangedCode, deleteCode, deleteUnassignedCodes, insertCodes, selectCodes } from './codes'
import { makeChange } from './idempotency'
import { sendList } from './list'
import { selectReferralTree } from './referral-tree'
import { selectReferrals } from './referrals'
import { selectReport } from './report'
import { restoreCodes } from './restore'
import { selectScores } from './scores'
import { selectUsers } from './users'

const id = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.bigint(), v.minValue(lowest), v.maxValue(highest))])
const Filter = v.object({ prmNameOrPhone: v.optional(text(200), '') })
const User = v.object({ prmUserId: id })
const Quantity = v.object({ prmnumber_codes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) })
const Deletion = v.object({
  prmCodeId: id,
  prmBatch: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/))),
})
const ids = (maximum: number) =>
  v.optional(
    v.pipe(
      v.array(id),
      v.maxLength(maximum),
      v.transform((list) => [...new Set(list)]),
    ),
    [],
  )
const maxCodes = 10_000
const maxDeletions = 500
const Restoration = v.pipe(
  v.object({ prmCodeIds: ids(maxCodes), prmDeletionIds: ids(maxDeletions) }),
  v.check(({ prmCodeIds, prmDeletionIds }) => prmCodeIds.length + prmDeletionIds.length > 0),
)
/** The largest ids that JSON numbers hold have 16 digits. */
const restoreBodyBytes = 256 * 1024
/** A part of the query: digits, of at most `maximum`. */
const digits = (maximum: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), v.maxValue(maximum)))
const maxEvents = 1_000
const EventsPage = v.object({ prmBefore: digits(Number.MAX_SAFE_INTEGER), prmLimit: digits(maxEvents) })

/** Adds the routes of the info API (specification §7), which all require a valid token. */
export function addInfoRoutes(
  app: FastifyInstance,
  { database, sessions }: { database: Database; sessions: Pick<Sessions, 'accountOf'> },
): void {
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
  const onChange = [refusePrefetch, onRequest]
  const filterOf = (request: FastifyRequest) =>
    parseRequest(Filter, request.body, '{} or { "prmNameOrPhone": text of at most 200 characters }').prmNameOrPhone

  const send = sendList.bind(undefined, database)

  /** Makes a change and records its events in one transaction. */
  const change = <Code extends EventCode>(
    request: FastifyRequest,
    reply: FastifyReply,
    { action, batch }: { action: CodeAction; batch?: string | undefined },
    make: (transaction: Transaction<Schema>, account: number) => Promise<Code[]>,
    responseOf: (codes: Code[], actionId: Int8) => object,
  ) => {
    const { body, headers, routeOptions, ip: address } = request
    const account = request.getDecorator<number>('account')
    const path = routeOptions.url ?? ''
    const signal = disconnectSignal(request, reply)
    return makeChange(
      database,
      { account, path, body, key: headers['idempotency-key'], signal },
      async (transaction) => {
        const codes = await make(transaction, account)
        const actionId = await recordCodeEvents(transaction, { account, address }, { action, batch, codes })
        return { data: responseOf(codes, actionId) }
      },
    )
  }

  app.get('/SelectUsers', { onRequest }, (request, reply) =>
    send(request, reply, { table: 'users', rows: selectUsers, at: 'data.data' }),
  )

  app.post('/SelectScores', { onRequest }, (request, reply) => {
    const filter = filterOf(request)
    return send(request, reply, { table: 'scores', rows: (from) => selectScores(filter, from), at: 'data' })
  })

  app.post('/SelectReferrals', { onRequest }, (request, reply) => {
    const filter = filterOf(request)
    const rows = (from: string) => selectReferrals(filter, from)
    return send(request, reply, { table: 'referrals', rows, at: 'data' })
  })

  // One statement: each page would traverse the tree again, and a user's level may change between two pages.
  app.post('/SelectScoreReferrals', { onRequest }, async (request) => {
    const { prmUserId } = parseRequest(User, request.body, '{ "prmUserId": the id of a user }')
    const user = await database.selectFrom('users').select('id').where('id', '=', prmUserId).executeTakeFirst()
    if (!user) throw new HttpError(404, 'user_unknown', `User ${prmUserId} does not exist: reload the list.`)
    return { data: await selectReferralTree(database, prmUserId) }
  })

  app.get('/SelectReport', { onRequest }, (request, reply) =>
    send(request, reply, { table: 'users', rows: selectReport, at: 'data' }),
  )

  app.get('/SelectCodes', { onRequest }, (request, reply) =>
    send(request, reply, { table: 'codes', rows: selectCodes, at: 'data.data' }),
  )

  app.post('/InsertCodes', { onRequest: onChange }, async (request, reply) => {
    const expected = '{ "prmnumber_codes": an integer from 1 to 99 }'
    const { prmnumber_codes: count } = parseRequest(Quantity, request.body, expected)
    return change(
      request,
      reply,
      { action: 'create' },
      (transaction) => insertCodes(transaction, count),
      (codes) => ({
        created: codes.length,
        codes: codes.map(namedCode),
      }),
    )
  })

  app.post('/DeleteCode', { onRequest: onChange }, async (request, reply) => {
    const expected = '{ "prmCodeId": the id of a code }, and optionally "prmBatch": 1 to 64 visible ASCII characters'
    const { prmCodeId, prmBatch: batch } = parseRequest(Deletion, request.body, expected)
    return change(
      request,
      reply,
      { action: 'delete', batch },
      async (transaction) => [await deleteCode(transaction, prmCodeId)],
      deletion,
    )
  })

  app.get('/DeleteAllCodes', { onRequest: onChange }, (request, reply) =>
    change(request, reply, { action: 'delete_all' }, deleteUnassignedCodes, deletion),
  )

  app.post('/RestoreCodes', { onRequest: onChange, bodyLimit: restoreBodyBytes }, async (request, reply) => {
    const expected = `"prmCodeIds": at most ${maxCodes} ids of deleted codes, "prmDeletionIds": at most ${maxDeletions} ids of deletions, or both`
    const { prmCodeIds, prmDeletionIds } = parseRequest(Restoration, request.body, expected)
    return change(
      request,
      reply,
      { action: 'restore' },
      (transaction, account) => restoreCodes(transaction, account, prmCodeIds, prmDeletionIds),
      (codes) => ({ restored: codes.length }),
    )
  })

  app.get('/SelectStaffEvents', { onRequest }, async (request) => {
    const expected = `prmBefore, the id of an event, and prmLimit, from 1 to ${maxEvents}, or neither`
    const { prmBefore, prmLimit = maxEvents } = parseRequest(EventsPage, request.query, expected)
    return { data: await selectStaffEvents(database, prmLimit, prmBefore) }
  })
}

const namedCode = ({ id, name, date }: ChangedCode) => ({ id, name, date })

const deletion = (codes: ChangedCode[], deletionId: Int8) => ({
  deleted: codes.length,
  codes: codes.map(namedCode),
  deletionId,
})
