import { randomUUID } from 'node:crypto'
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
import { drainOnClose } from './drain'
import { HttpError, handleUnknownRoutes, sendError } from './errors'
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
  /** Time for running requests to finish when the service closes, in milliseconds. */
  drainMs: number
  /** The trusted proxies for `X-Forwarded-For`; none by default. */
  trustProxy?: string | undefined
}

const bodyLimitBytes = 64 * 1024
/** Time for a client to send its request. */
const clientTimeoutMs = 30_000
const preflightSeconds = 600

/** Creates an HTTP service with error responses, CORS, headers, a log of failures and `GET /health`, but no other routes. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { name, logLevel: level, logStream: stream } = options
  const isServed = createHostCheck(options.allowedHosts)
  const misdirected = () => new HttpError(421, 'misdirected_request', notServed)
  const app: FastifyInstance = Fastify({
    logger: { name, level, serializers: { err: describeError }, ...(stream && { stream }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: clientTimeoutMs,
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
  await app.register(cors, {
    origin: [...options.allowedOrigins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Cache-Control', 'Idempotency-Key'],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: preflightSeconds,
    strictPreflight: false,
  })
  // After CORS, so that pages can read the 503.
  drainOnClose(app, options.drainMs)
  app.get('/health', async () => {
    // Fails on a server that has become read-only, which still serves reads.
    await sql`delete from settings where false`.execute(options.database)
    return { data: { status: 'ok' } }
  })
  return app
}

async function setHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': request.id,
  })
}

/** Serializes an error without the driver's statement and parameters, which contain names and secrets. */
function describeError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}
