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
  /** Where lists wait for their next page. */
  pageQueue: PQueue
}

const envelopes = {
  data: ['{"data":[', ']}'],
  'data.data': ['{"data":{"data":[', ']}}'],
} as const

/** Few rows, so that they are there soon. */
const firstRows = 200
/** A filter may show none of them: some ten milliseconds of the database's work. */
const mostRows = 5_000
/** What the next pages of all lists share; two of each are in memory. */
const allPagesBytes = 8 * 2 ** 20
const largestPageBytes = 512 * 1024
const smallestPageBytes = 32 * 1024

/** Responds with a list. */
export type SendList = (request: FastifyRequest, reply: FastifyReply, list: List) => Promise<FastifyReply>

/** The lists of a service. No page is read for a client that has left; the more lists, the smaller their pages. */
export function createSendList({ database, pageQueue }: ListSource): SendList {
  let inProgress = 0
  const pageBytes = () => Math.max(smallestPageBytes, Math.min(largestPageBytes, allPagesBytes / inProgress))
  return async (request, reply, list) => {
    const gone = clientGone(request, reply)
    gone.throwIfAborted()
    inProgress++
    reply.raw.once('close', () => inProgress--)
    const readInTurn = (page: Page) => {
      gone.throwIfAborted()
      return readPage(database, list, page)
    }
    // The first page of a list comes before the next ones of others. The queue is not given the signal: a statement that
    // runs for a client that has left keeps its connection, so it keeps its place.
    const read = (page: Page) => pageQueue.add(() => readInTurn(page), { priority: page.after.length === 0 ? 1 : 0 })
    return sendJson(reply, jsonOf(list, read, pageBytes), gone)
  }
}

async function* jsonOf(
  { at }: List,
  read: (page: Page) => Promise<ReadPage>,
  pageBytes: () => number,
): AsyncGenerator<string, string> {
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
    // A page that shows nothing still tells the client that the list goes on.
    yield text || '\n'
    page = { after: last, limit: rowsOfBytes(pageBytes(), text.length / page.limit) }
    text = ''
  }
}

function rowsOfBytes(bytes: number, rowBytes: number): number {
  return Math.max(1, Math.min(mostRows, Math.round(bytes / Math.max(1, rowBytes))))
}
