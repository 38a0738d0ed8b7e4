import { join } from 'node:path'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createHttpServer } from './http-server'
import { IMMUTABLE, REVALIDATE, staticFiles } from './static-files'

/**
 * Creates the server of the remotes' origin: a release store over HTTP. All files but the registry are immutable.
 *
 * @param store absolute path of the release store
 * @param hosts those of {@link createHttpServer}
 */
export async function createRemotesServer(store: string, hosts?: readonly string[]): Promise<FastifyInstance> {
  const server = createHttpServer(CROSS_ORIGIN_HEADERS, hosts)
  const registry = join(store, 'registry.json')
  await server.register(serveStatic, {
    ...staticFiles(store, (file) => (file === registry ? REVALIDATE : IMMUTABLE)),
    index: false,
  })
  // Compressed per response: an outdated compressed file next to it would hide a change.
  await server.register(compress, { global: false })
  server.get('/registry.json', { compress: { encodings: ['gzip'] } }, (_request, reply) =>
    reply.sendFile('registry.json'),
  )
  return server
}
