import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from './content-security-policy'
import { createHttpServer } from './http-server'
import { shellPage } from './shell-page'
import { IMMUTABLE, REVALIDATE, staticFiles } from './static-files'

/** What the shell asks for at `/config.json` (D9). */
export interface ShellConfig {
  securityUrl: string
  apiUrl: string
  registryUrl: string
  /** Public key of the registry's signature, in base64. */
  registryKey?: string
  /** Where the shell reports fallbacks and failures of remotes. */
  reportUrl?: string
  /** Origins from which staff may preview a remote. */
  previewOrigins?: string[]
}

/** Browsers keep the shell's page from others: no frames around it, no window that opened it. */
export const PAGE_HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin', 'X-Frame-Options': 'DENY' }

/** A page with the registry in it is 20 KB, and made for each answer. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const CONTENT_HASH = /\.[0-9a-f]{16,}\.\w+$/

/**
 * The shell's origin: the files of its build, its configuration, and its page for every path that a person may open
 * (specification §2: the shell itself sends unknown paths to login).
 *
 * @param root absolute path of the shell's production build
 * @param registry absolute path of the registry's file, to put it into the page
 */
export async function createShellServer(
  root: string,
  config: ShellConfig,
  registry?: string,
): Promise<FastifyInstance> {
  const server = createHttpServer(PAGE_HEADERS)
  const sendPage = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const page = await shellPage(root, config, nonce, registry)
    reply
      .code(200)
      .header('Content-Security-Policy', pagePolicy(config, nonce))
      .header('Vary', 'Accept-Encoding')
      .type('text/html; charset=utf-8')
    if (!registry || !/\bbr\b/.test(String(headers['accept-encoding']))) return reply.send(page)
    return reply.header('Content-Encoding', 'br').send(brotliCompressSync(page, QUICKLY))
  }
  server.get('/', sendPage)
  server.get('/index.html', sendPage)
  server.get('/config.json', (_request, reply) => reply.send(config))
  await server.register(serveStatic, {
    ...staticFiles(root, (file) => (CONTENT_HASH.test(file) ? IMMUTABLE : REVALIDATE)),
    index: false,
  })
  server.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return sendPage(request, reply)
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
