import type { ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { asCommandError, CommandError } from 'workspace'
import { INERT_POLICY } from './content-security-policy'

/** On every answer that does not say otherwise: it is kept by nobody, and nothing of it runs when opened by itself. */
export const DEFAULT_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': INERT_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * A server that puts the given headers on every answer, beside {@link DEFAULT_HEADERS}, reports problems only, on
 * standard error, and does not wait for open connections when it closes.
 */
export function createHttpServer(headers: Record<string, string>): FastifyInstance {
  // On the raw answer, so that whatever a route or the static files say comes instead.
  const prepare = (response: ServerResponse) => {
    for (const [name, value] of Object.entries({ ...DEFAULT_HEADERS, ...headers })) response.setHeader(name, value)
  }
  const server = Fastify({
    forceCloseConnections: true,
    logger: { level: 'error', stream: process.stderr },
    // No hook runs for an address that cannot be read.
    frameworkErrors: (_error, _request, { raw }) => {
      prepare(raw)
      raw.writeHead(400).end()
    },
  })
  server.addHook('onRequest', async (_request, reply) => prepare(reply.raw))
  return server
}

/**
 * Opens a server to this machine only, over IPv4 and IPv6.
 *
 * @returns its origin, such as `http://localhost:3000`
 * @throws CommandError when the port cannot be listened on
 */
export async function listen(server: FastifyInstance, port: number): Promise<string> {
  try {
    const address = await server.listen({ port, host: 'localhost' })
    return originOf(new URL(address).port)
  } catch (error) {
    throw new CommandError(`Cannot listen on port ${port}: ${asCommandError(error).message}.`)
  }
}

/** The origin of a port of this machine, as browsers write it. */
export function originOf(port: number | string, host = 'localhost'): string {
  return new URL(`http://${host}:${port}`).origin
}
