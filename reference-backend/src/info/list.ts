import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Expression } from 'kysely'
import { changeMarkers, type ListedTable } from '../database/change-markers'
import { jsonRows, jsonStatement } from '../database/json-rows'
import type { Database } from '../database/schema'
import { entityTag, isKnown } from '../http/entity-tag'
import { sendJson } from '../http/send-json'
import type { TakeTurn } from '../turns'

/** The rows of a query, and where their array stands in the answer (D1). */
export interface List {
  query: Expression<unknown>
  /** Every table that the query reads. Not for a list that is asked for with `POST`, which has no 304 (RFC 9110 §13.1.2). */
  from?: readonly ListedTable[]
  at: 'data' | 'data.data'
}

const envelopes = {
  data: [Buffer.from('{"data":['), Buffer.from(']}')],
  'data.data': [Buffer.from('{"data":{"data":['), Buffer.from(']}}')],
} as const

export interface ListSource {
  database: Database
  /** Whoever reads rows holds a turn, so that lists leave connections to others. */
  takeTurn: TakeTurn
}

/**
 * Answers with a list, or with 304 when the client has it already: where it is said what the list is from, a client keeps
 * it, but asks each time whether it has changed.
 */
export async function sendList(
  { database, takeTurn }: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, from, at }: List,
): Promise<FastifyReply> {
  const statement = jsonStatement(database, query)
  const pieces = enveloped(at, inTurn(takeTurn, jsonRows(database, statement)))
  if (!from) return sendJson(request, reply, pieces)
  const tag = entityTag([at, statement.sql, statement.parameters, await changeMarkers(database, from)])
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
  if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).headers(headers).send()
  return sendJson(request, reply, pieces, headers)
}

async function* enveloped(at: List['at'], rows: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const [begin, end] = envelopes[at]
  yield begin
  yield* rows
  yield end
}

async function* inTurn(takeTurn: TakeTurn, rows: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const endTurn = await takeTurn()
  try {
    yield* rows
  } finally {
    endTurn()
  }
}
