import type { FastifyReply, FastifyRequest } from 'fastify'
import { lowest, type Page, type PagedList, readPage } from '../database/pages'
import type { Database } from '../database/schema'
import { disconnectSignal } from '../http/client-disconnect'
import { sendJson } from '../http/send-json'

/** A list and the path of its array in the response (D1, envelope). */
interface List extends PagedList {
  at: 'data' | 'data.data'
}

const envelopes = {
  data: ['{"data":[', ']}'],
  'data.data': ['{"data":{"data":[', ']}}'],
} as const

/** Rows of the first page: few, for a short time to the first row. */
const firstPageRows = 50
/** Rows scanned per further page, even when the filter matches none: a few milliseconds of database time. */
const pageRows = 1_000

/** Sends a list as the response, until the client disconnects. */
export async function sendList(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  list: List,
): Promise<FastifyReply> {
  const signal = disconnectSignal(request, reply)
  signal.throwIfAborted()
  return sendJson(reply, jsonOf(database, list), signal)
}

async function* jsonOf(database: Database, list: List): AsyncGenerator<string, string> {
  const [begin, end] = envelopes[list.at]
  let text: string = begin
  let separator = ''
  let page: Page = { after: lowest, limit: firstPageRows }
  for (;;) {
    const { json, last, count } = await readPage(database, list, page)
    if (json !== null) {
      text += separator + json
      separator = ','
    }
    if (last === null || count < page.limit) return text + end
    // A page without rows still sends a byte, as a sign of progress.
    yield text || '\n'
    page = { after: last, limit: pageRows }
    text = ''
  }
}
