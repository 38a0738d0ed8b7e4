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
  at: 'data' | 'data.data'
}

/** A list that is asked for with `GET`; `POST` has no 304 (RFC 9110 §13.1.2). */
export interface TaggedList extends List {
  /** Every table that the query reads. */
  from: readonly ListedTable[]
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

/** Answers with a list. */
export async function sendList(
  { database, takeTurn }: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, at }: List,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  const rows = jsonRows(database, jsonStatement(database, query))
  return sendJson(request, reply, enveloped(at, inTurn(takeTurn, rows)), headers)
}

/**
 * Answers with a list, or with 304 when the client has it already: a client keeps the list, but asks each time whether it
 * has changed.
 */
export async function sendTaggedList(
  source: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
  { from, ...list }: TaggedList,
): Promise<FastifyReply> {
  const { sql, parameters } = jsonStatement(source.database, list.query)
  const tag = entityTag([list.at, sql, parameters, await changeMarkers(source.database, from)])
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
  if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).headers(headers).send()
  return sendList(source, request, reply, list, headers)
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
