import type { FastifyReply, FastifyRequest } from 'fastify'
import type PQueue from 'p-queue'
import { type Page, type PagedList, type ReadPage, readPage } from '../database/pages'
import type { Database } from '../database/schema'
import { disconnectSignal } from '../http/client-disconnect'
import { sendJson } from '../http/send-json'

/** A list and the path of its array in the response (D1, envelope). */
interface List extends PagedList {
  at: 'data' | 'data.data'
  /** Maximum rows scanned for the response; all by default. */
  limit?: number | undefined
}

export interface ListSource {
  database: Database
  /** The queue of pages to read. */
  pageQueue: PQueue
}

const envelopes = {
  data: ['{"data":[', ']}'],
  'data.data': ['{"data":{"data":[', ']}}'],
} as const

/** Rows of the first page: few, for a short time to the first row. */
const firstPageRows = 50
/** Maximum rows scanned per page, even when the filter matches none: about ten milliseconds of database time. */
const maxPageRows = 5_000
/** Budget shared by the next pages of all lists in progress; two pages of each are in memory. */
const sharedPageBytes = 8 * 2 ** 20
const maxPageBytes = 512 * 1024
const minPageBytes = 16 * 1024

/** Sends a list as the response. */
export type SendList = (request: FastifyRequest, reply: FastifyReply, list: List) => Promise<FastifyReply>

/** Creates the sender of a service's lists. Pages shrink with the number of lists in progress. */
export function createSendList({ database, pageQueue }: ListSource): SendList {
  let inProgress = 0
  const pageBytes = () => Math.max(minPageBytes, Math.min(maxPageBytes, sharedPageBytes / inProgress))
  return async (request, reply, list) => {
    const signal = disconnectSignal(request, reply)
    signal.throwIfAborted()
    inProgress++
    reply.raw.once('close', () => inProgress--)
    const readInTurn = (page: Page) => {
      signal.throwIfAborted()
      return readPage(database, list, page)
    }
    // First pages have priority over the later pages of other lists. The queue does not get the signal: a running statement
    // occupies a connection even after its client has disconnected, so it also keeps its slot.
    const read = (page: Page) => pageQueue.add(() => readInTurn(page), { priority: page.after.length === 0 ? 1 : 0 })
    return sendJson(reply, jsonOf(list, read, pageBytes), signal)
  }
}

async function* jsonOf(
  { at, limit = Number.MAX_SAFE_INTEGER }: List,
  read: (page: Page) => Promise<ReadPage>,
  pageBytes: () => number,
): AsyncGenerator<string, string> {
  const [begin, end] = envelopes[at]
  let text: string = begin
  let separator = ''
  let left = limit
  let page: Page = { after: [], limit: Math.min(left, firstPageRows) }
  for (;;) {
    const { json, last, count } = await read(page)
    left -= count
    if (json !== null) {
      text += separator + json
      separator = ','
    }
    if (last === null || count < page.limit) return text + end
    // A page without rows still sends a byte, as a sign of progress.
    yield text || '\n'
    page = { after: last, limit: Math.min(left, rowsOfBytes(pageBytes(), text.length / page.limit)) }
    text = ''
  }
}

function rowsOfBytes(bytes: number, rowBytes: number): number {
  return Math.max(1, Math.min(maxPageRows, Math.round(bytes / Math.max(1, rowBytes))))
}
