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
import type { DrainOnClose } from './drain'
import { answerUnknown, pathOf, sendError } from './errors'
import { trustOf } from './trust-proxy'

export interface ServiceOptions {
  name: 'security' | 'info'
  database: Database
  /** The origins whose pages may call, such as `http://localhost:3000`. */
  allowedOrigins: readonly string[]
  logLevel: LogLevel
  /** Where the log goes, one JSON text a line; standard output by default. */
  logStream?: { write(line: string): void } | undefined
  /** Registers the hooks that let running requests finish when the service closes. */
  drainOnClose: DrainOnClose
  /** How long a client may read nothing of a response; 30 s by default. */
  silenceTimeoutMs?: number
  /** The proxies whose `X-Forwarded-For` counts; none by default. */
  trustProxy?: string | undefined
}

const bodyLimitBytes = 64 * 1024
const requestTimeoutMs = 30_000
const preflightSeconds = 600

/**
 * From 16 KiB, at the fastest levels: higher ones take longer than a database takes to make the rows. Every piece is
 * flushed, so that the first rows are on screen while the database makes the last ones. A small window of brotli keeps
 * small what each client that reads slowly takes of memory.
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

/** An HTTP service without calls of its own: errors, CORS, headers, log and `GET /health`. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { name, logLevel: level, logStream: stream, silenceTimeoutMs = 30_000 } = options
  const app: FastifyInstance = Fastify({
    logger: { name, level, serializers: { err: describeError }, ...(stream && { stream }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    return503OnClosing: false,
    // GET DeleteAllCodes changes data (D11): no call may answer HEAD by running it.
    exposeHeadRoutes: false,
    trustProxy: trustOf(options.trustProxy ?? ''),
    frameworkErrors: sendError,
  })
  // Fastify reads text/plain by itself; a page of any origin may send that without asking first.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendError)
  answerUnknown(app)
  app.addHook('onRequest', setHeaders)
  app.addHook('onResponse', logAnswer)
  await app.register(cors, {
    origin: [...options.allowedOrigins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Cache-Control', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: preflightSeconds,
    strictPreflight: false,
  })
  await app.register(compress, compression)
  // After compression, for the stream that is sent.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isStream(payload)) disconnectUnread(payload, reply.raw, silenceTimeoutMs)
  })
  // After CORS, so that pages may read the refusal.
  options.drainOnClose(app)
  app.get('/health', async () => {
    await sql`select 1`.execute(options.database)
    return { data: { status: 'ok' } }
  })
  return app
}

function isStream(payload: unknown): payload is NodeJS.ReadableStream {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

/**
 * Disconnects a client that reads nothing of a response for so long. The time that the server takes to make more of it
 * does not count.
 */
function disconnectUnread(body: NodeJS.ReadableStream, response: ServerResponse, limitMs: number): void {
  // Node.js looks at the end of a timeout whether anything was read since the one before: the second ends the connection.
  const beginToWait = () => response.setTimeout(limitMs / 2)
  body.on('pause', beginToWait)
  body.on('end', beginToWait)
  response.on('drain', () => response.setTimeout(0))
}

async function setHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'Cache-Control': 'no-store',
    // In lower case @fastify/compress finds it.
    Vary: 'accept-encoding',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': request.id,
  })
}

async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method } = request
  const ms = Math.round(reply.elapsedTime)
  request.log.info({ method, path: pathOf(request), status: reply.statusCode, ms }, 'answered')
}

/** An error without the statement and parameters that database drivers attach to theirs: these hold names and secrets. */
function describeError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}
