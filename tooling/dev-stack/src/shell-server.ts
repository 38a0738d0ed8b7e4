import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NONCE_PLACEHOLDER, pagePolicy } from './content-security-policy'
import { createHttpServer } from './http-server'
import { IMMUTABLE, REVALIDATE, staticFiles } from './static-files'

/** What the shell asks for at `/config.json` (D9). */
export interface ShellConfig {
  securityUrl: string
  apiUrl: string
  registryUrl: string
  /** Public key of the registry's signature, in base64. */
  registryKey?: string
  /** Several of them, while keys are changed. */
  registryKeys?: string[]
  /** Where the shell reports fallbacks and failures of remotes. */
  reportUrl?: string
  /** Origins from which staff may preview a remote. */
  previewOrigins?: string[]
  /** What the services have beyond the specification (D27). */
  features?: readonly string[]
}

/** Browsers keep the shell's page from others: no frames around it, no window that opened it. */
export const PAGE_HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin', 'X-Frame-Options': 'DENY' }

const CONTENT_HASH = /\.[0-9a-f]{16,}\.\w+$/

/**
 * The shell's origin: the files of its build, its configuration, and its page for every path that a person may open
 * (specification §2: the shell itself sends unknown paths to login).
 *
 * @param root absolute path of the shell's production build
 */
export async function createShellServer(root: string, config: ShellConfig): Promise<FastifyInstance> {
  const server = createHttpServer(PAGE_HEADERS)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const isMain = ['/main', '/main.html'].includes(pathOf(request))
    // Beside the scripts and not after them; the login screen asks for the registry only when it is in use.
    if (isMain) reply.header('Link', `<${config.registryUrl}>; rel=preload; as=fetch; crossorigin`)
    // The same page, with a script more that `/main` needs.
    const html = await readFile(join(root, isMain ? 'main.html' : 'index.html'), 'utf8')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(200)
      .header('Content-Security-Policy', pagePolicy(config, nonce))
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(NONCE_PLACEHOLDER, nonce))
  }
  server.get('/', sendPage)
  server.get('/index.html', sendPage)
  server.get('/main.html', sendPage)
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
