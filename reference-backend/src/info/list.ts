import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Expression } from 'kysely'
import { jsonRows, jsonStatement } from '../database/json-rows'
import type { Database } from '../database/schema'
import { sendJson } from '../http/send-json'
import type { TakeTurn } from '../turns'

/** The rows of a query, and where their array stands in the answer (D1). */
export interface List {
  query: Expression<unknown>
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

/** Answers with a list. */
export async function sendList(
  { database, takeTurn }: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, at }: List,
): Promise<FastifyReply> {
  const rows = jsonRows(database, jsonStatement(database, query))
  return sendJson(request, reply, enveloped(at, inTurn(takeTurn, rows)))
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
