import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Expression } from 'kysely'
import { jsonRows, jsonStatement } from '../database/json-rows'
import type { Database } from '../database/schema'
import { clientGone } from '../http/client-gone'
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

/** Answers with a list. Nothing is read for a client that has left. */
export async function sendList(
  { database, takeTurn }: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, at }: List,
): Promise<FastifyReply> {
  const gone = clientGone(request, reply)
  const rows = jsonRows(database, jsonStatement(database, query), gone)
  return sendJson(request, reply, enveloped(at, inTurn(takeTurn, rows, gone)))
}

async function* enveloped(at: List['at'], rows: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const [begin, end] = envelopes[at]
  yield begin
  yield* rows
  yield end
}

async function* inTurn(takeTurn: TakeTurn, rows: AsyncGenerator<Buffer>, gone: AbortSignal): AsyncGenerator<Buffer> {
  const endTurn = await takeTurn(gone)
  try {
    yield* rows
  } finally {
    endTurn()
  }
}
