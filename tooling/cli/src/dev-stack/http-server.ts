import type { ServerResponse } from 'node:http'
import { createHostCheck, localHosts, notServed } from '@canje/reference-backend/hosts'
import Fastify, { type FastifyInstance } from 'fastify'
import { asCommandError, CommandError } from '../project'
import { INERT_POLICY } from './content-security-policy'
import { originOf } from './origin'

/** Default headers of every response: no caching, an inert CSP, no MIME sniffing. */
export const DEFAULT_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': INERT_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Creates a server that adds {@link DEFAULT_HEADERS} and the given headers to every response. It logs only errors, on
 * standard error, and closes without waiting for open connections.
 *
 * @param hosts the hosts of requests that are served; others get 421
 */
export function createHttpServer(
  headers: Record<string, string>,
  hosts: readonly string[] = localHosts,
): FastifyInstance {
  const isServed = createHostCheck(hosts)
  // Set on the raw response, so that routes and static files can override them.
  const prepare = (response: ServerResponse) => {
    for (const [name, value] of Object.entries({ ...DEFAULT_HEADERS, ...headers })) response.setHeader(name, value)
  }
  const server = Fastify({
    forceCloseConnections: true,
    logger: { level: 'error', stream: process.stderr },
    // Hooks do not run for a malformed URL.
    frameworkErrors: (_error, request, { raw }) => {
      prepare(raw)
      raw.writeHead(isServed(request.raw) ? 400 : 421).end()
    },
  })
  server.addHook('onRequest', async (request, reply) => {
    prepare(reply.raw)
    if (!isServed(request.raw)) return reply.code(421).send({ error: notServed })
  })
  return server
}

/**
 * Starts listening on this machine only, over IPv4 and IPv6.
 *
 * @returns its origin, such as `http://localhost:3000`
 * @throws CommandError when the port cannot be listened on
 */
export async function listen(server: FastifyInstance, port: number): Promise<string> {
  try {
    const url = await server.listen({ port, host: 'localhost' })
    return originOf(new URL(url).port)
  } catch (error) {
    throw new CommandError(`Cannot listen on port ${port}: ${asCommandError(error).message}.`)
  }
}
