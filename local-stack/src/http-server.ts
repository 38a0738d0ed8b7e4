import Fastify, { type FastifyInstance } from 'fastify'
import { asCommandError, CommandError } from './command-error'

/**
 * A server that puts the given headers on every answer, reports problems only, on standard error, and does not wait
 * for open connections when it closes.
 */
export function createHttpServer(headers: Record<string, string>): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true, logger: { level: 'error', stream: process.stderr } })
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', ...headers })
  })
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
