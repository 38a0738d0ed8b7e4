import { extname } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHttpServer } from './http-server'
import { IMMUTABLE, REVALIDATE, staticFiles } from './static-files'

/** What the shell asks for at `/config.json` (D9). */
export interface ShellConfig {
  securityUrl: string
  apiUrl: string
  registryUrl: string
  /** Public key of the registry's signature, in base64. */
  registryKey?: string
}

const CONTENT_HASH = /\.[0-9a-f]{16,}\.\w+$/

/**
 * The shell's origin: the files of its build, its configuration, and its page for every path that a person may open
 * (specification §2: the shell itself sends unknown paths to login).
 *
 * @param root absolute path of the shell's production build
 */
export async function createShellServer(root: string, config: ShellConfig): Promise<FastifyInstance> {
  const server = createHttpServer({
    'Content-Security-Policy': "frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  })
  server.get('/config.json', (_request, reply) => reply.header('Cache-Control', 'no-store').send(config))
  await server.register(
    serveStatic,
    staticFiles(root, (file) => (CONTENT_HASH.test(file) ? IMMUTABLE : REVALIDATE)),
  )
  server.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return reply.code(200).sendFile('index.html')
    return reply.code(404).send({ error: `${request.method} ${pathOf(request)}: not found` })
  })
  return server
}

/** A file that is missing must not be answered with a page: a script would fail in ways that hide the cause. */
function isNavigation(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && (extname(pathOf(request)) === '' || request.headers.accept?.includes('text/html') === true)
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/'
}
