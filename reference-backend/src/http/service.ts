import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type LogLevel,
} from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { formatJson } from '../json'
import type { DrainOnClose } from './drain'
import { bodyTooLarge, HttpError, handleUnknownRoutes, pathOf, sendError } from './errors'
import { createHostCheck, notServed } from './hosts'
import { addJsonParser } from './json-body'
import { trustOf } from './trust-proxy'

export interface ServiceOptions {
  name: 'security' | 'info'
  database: Database
  /** The origins that CORS allows, such as `http://localhost:3000`. */
  allowedOrigins: readonly string[]
  /** The hosts of requests that are served. */
  allowedHosts: readonly string[]
  logLevel: LogLevel
  /** Destination of the log, one JSON object per line; standard output by default. */
  logStream?: { write(line: string): void } | undefined
  /** Registers the hooks that drain the service when it closes. */
  drainOnClose: DrainOnClose
  /** Time in milliseconds after which a client that reads nothing of a response is disconnected; 30 s by default. */
  sendTimeoutMs?: number
  /** The trusted proxies for `X-Forwarded-For`; none by default. */
  trustProxy?: string | undefined
}

const bodyLimitBytes = 64 * 1024
const requestTimeoutMs = 30_000
const preflightSeconds = 600

/**
 * Compression from 16 KiB, at the fastest levels: higher ones take longer than the database query. Every chunk is
 * flushed, so that the first rows are on screen before the query is complete. Brotli's small window limits the memory of
 * slow clients.
 */
const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 16 * 1024,
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 14 },
  },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH, level: 1 },
  globalDecompression: false,
}

/** Creates an HTTP service with error responses, CORS, headers, a log and `GET /health`, but no other routes. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { name, logLevel: level, logStream: stream, sendTimeoutMs = 30_000 } = options
  const isServed = createHostCheck(options.allowedHosts)
  const misdirected = () => new HttpError(421, 'misdirected_request', notServed)
  const app: FastifyInstance = Fastify({
    logger: { name, level, serializers: { err: describeError }, ...(stream && { stream }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    return503OnClosing: false,
    // GET DeleteAllCodes changes data (D11, changing GET), so a HEAD request must not run it.
    exposeHeadRoutes: false,
    trustProxy: trustOf(options.trustProxy ?? ''),
    // Hooks do not run for a malformed URL.
    frameworkErrors: (error, request, reply) =>
      sendError(isServed(request.raw) ? error : misdirected(), request, reply),
  })
  // Fastify parses text/plain by default, which a page of any origin may send without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  addJsonParser(app)
  app.setReplySerializer(formatJson)
  app.setErrorHandler(sendError)
  handleUnknownRoutes(app)
  app.addHook('onRequest', setHeaders)
  // Before CORS, so that preflights are refused too.
  app.addHook('onRequest', async ({ raw }) => {
    if (!isServed(raw)) throw misdirected()
  })
  app.addHook('onRequest', refuseLargeGet)
  app.addHook('onResponse', logResponse)
  await app.register(cors, {
    origin: [...options.allowedOrigins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Cache-Control', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: preflightSeconds,
    strictPreflight: false,
  })
  await app.register(compress, compression)
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isStream(payload)) applySendTimeout(reply.raw, sendTimeoutMs)
  })
  // After CORS, so that pages can read the 503.
  options.drainOnClose(app)
  app.get('/health', async () => {
    // Fails on a server that has become read-only, which still serves reads.
    await sql`delete from settings where false`.execute(options.database)
    return { data: { status: 'ok' } }
  })
  return app
}

function isStream(payload: unknown): payload is NodeJS.ReadableStream {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

/**
 * Disconnects a client that reads nothing of a response within `limitMs`. Time without data from the server does not
 * count.
 */
function applySendTimeout(response: ServerResponse, limitMs: number): void {
  // Node.js checks at each timeout whether anything was read since the previous one, and emits the event at the second.
  response.setTimeout(limitMs / 2, () => {
    if (response.writableLength > 0) response.destroy()
  })
}

async function setHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'Cache-Control': 'no-store',
    // @fastify/compress recognizes it in lower case only.
    Vary: 'accept-encoding',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': request.id,
  })
}

/** Refuses a GET with a body beyond the limit: no parser reads it, and so none refuses it. */
async function refuseLargeGet({ method, headers }: FastifyRequest): Promise<void> {
  if (method !== 'GET') return
  if (Number(headers['content-length'] ?? 0) > bodyLimitBytes || headers['transfer-encoding'] !== undefined)
    throw bodyTooLarge()
}

async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method } = request
  const ms = Math.round(reply.elapsedTime)
  request.log.info({ method, path: pathOf(request), status: reply.statusCode, ms }, 'request completed')
}

/** Serializes an error without the driver's statement and parameters, which contain names and secrets. */
function describeError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}
