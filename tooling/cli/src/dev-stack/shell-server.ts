import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { readShellConfig } from '@canje/registry'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConfigJson } from './config-json'
import { NONCE_PLACEHOLDER } from './content-security-policy'
import { createHttpServer } from './http-server'
import { pageHeaders, tabLinks } from './page-headers'
import { IMMUTABLE, REVALIDATE, staticFiles } from './static-files'

/** Isolate the shell from other sites: no framing, no access through `window.opener`, no use of its files. */
export const SHELL_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
}

const CONTENT_HASH = /\.[0-9a-f]{16,}\.\w+$/

/**
 * Creates the server of the shell's origin: the files of its build, its configuration, and its page for every navigation
 * (specification §2: the shell itself redirects unknown paths to login).
 *
 * @param root absolute path of the shell's build
 * @param config read with each response
 * @param hosts those of {@link createHttpServer}
 */
export async function createShellServer(
  root: string,
  config: ConfigJson,
  hosts?: readonly string[],
): Promise<FastifyInstance> {
  const server = createHttpServer(SHELL_HEADERS, hosts)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const isMain = ['/main', '/main.html'].includes(pathOf(request))
    // `main.html` is `index.html` with an additional script for `/main`.
    const html = await readFile(join(root, isMain ? 'main.html' : 'index.html'), 'utf8')
    const nonce = randomBytes(16).toString('base64')
    const settings = readShellConfig(config)
    const link = isMain ? tabLinks(settings).get(Object(request.query).tab ?? '') : undefined
    return reply
      .code(200)
      .headers({ ...pageHeaders(settings, { html, nonce }), ...(link !== undefined && { Link: link }) })
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(NONCE_PLACEHOLDER, nonce))
  }
  server.get('/', sendPage)
  server.get('/index.html', sendPage)
  server.get('/main.html', sendPage)
  server.get('/config.json', (_request, reply) => reply.send(config))
  server.get('/settings/*', (request, reply) => {
    const settings = config.settingsAt?.(pathOf(request))
    return settings === undefined ? reply.callNotFound() : reply.type('application/json').send(settings)
  })
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

/** A missing file gets 404: with a page in its place, a script would fail with a misleading error. */
function isNavigation(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && (extname(pathOf(request)) === '' || request.headers.accept?.includes('text/html') === true)
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/'
}
