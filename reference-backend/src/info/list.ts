import type { FastifyReply, FastifyRequest } from 'fastify'
import type PQueue from 'p-queue'
import { type Page, type PagedList, type ReadPage, readPage } from '../database/pages'
import type { Database } from '../database/schema'
import { clientGone } from '../http/client-gone'
import { sendJson } from '../http/send-json'

/** A list, and where its array stands in the response (D1). */
export interface List extends PagedList {
  at: 'data' | 'data.data'
}

export interface ListSource {
  database: Database
  /** The line in which lists wait for their next page. */
  pages: PQueue
}

const envelopes = {
  data: ['{"data":[', ']}'],
  'data.data': ['{"data":{"data":[', ']}}'],
} as const

/** Few rows, so that they are there soon. */
const firstRows = 200
/** How large a page should be; two of each list are in memory. */
const pageBytes = 96 * 1024
/** A filter may show none of them: some ten milliseconds of the database's work. */
const mostRows = 5_000

/** Responds with a list. No page is read for a client that has left. */
export async function sendList(
  { database, pages }: ListSource,
  request: FastifyRequest,
  reply: FastifyReply,
  list: List,
): Promise<FastifyReply> {
  const gone = clientGone(request, reply)
  // The first page of a list comes before the next ones of others.
  const read = (page: Page) =>
    pages.add(() => readPage(database, list, page), { signal: gone, priority: page.after.length === 0 ? 1 : 0 })
  return sendJson(reply, jsonOf(list, read), gone)
}

async function* jsonOf({ at }: List, read: (page: Page) => Promise<ReadPage>): AsyncGenerator<string, string> {
  const [begin, end] = envelopes[at]
  let text: string = begin
  let separator = ''
  let page: Page = { after: [], limit: firstRows }
  for (;;) {
    const { json, last, count } = await read(page)
    if (json !== null) {
      text += separator + json
      separator = ','
    }
    if (last === null || count < page.limit) return text + end
    if (text !== '') yield text
    page = { after: last, limit: rowsForNext(page.limit, text.length) }
    text = ''
  }
}

/** As many rows as would have had {@link pageBytes}. */
function rowsForNext(rows: number, bytes: number): number {
  return Math.max(1, Math.min(mostRows, Math.round((rows * pageBytes) / Math.max(1, bytes))))
}
