import { relative, sep } from 'node:path'
import { CROSS_ORIGIN_HEADERS } from '@canje/build'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createHttpServer } from './http-server'
import { IMMUTABLE, REVALIDATE, staticFiles } from './static-files'

/** The newest state of a remote, the only file of a store that changes. */
const STATE = /^[^/]+\/live\.json$/

/**
 * Creates the server of the remotes' origin: a release store over HTTP.
 *
 * @param store absolute path of the release store
 * @param hosts those of {@link createHttpServer}
 */
export async function createRemotesServer(store: string, hosts?: readonly string[]): Promise<FastifyInstance> {
  const server = createHttpServer(CROSS_ORIGIN_HEADERS, hosts)
  const pathOf = (file: string) => relative(store, file).split(sep).join('/')
  await server.register(serveStatic, {
    ...staticFiles(store, (file) => (STATE.test(pathOf(file)) ? REVALIDATE : IMMUTABLE)),
    index: false,
  })
  // Compressed per response: an outdated compressed file next to it would hide a change.
  await server.register(compress, { global: false })
  server.get<{ Params: { remote: string } }>(
    '/:remote/live.json',
    { compress: { encodings: ['gzip'] } },
    ({ params }, reply) => reply.sendFile(`${params.remote}/live.json`),
  )
  return server
}
