import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compress } from './compress'
import { listen } from './http-server'
import { createRemotesServer } from './remotes-server'
import { createShellServer } from './shell-server'

const config = { securityUrl: 'http://s.test', apiUrl: 'http://a.test', registryUrl: 'http://r.test/registry.json' }
const immutable = 'public, max-age=31536000, immutable'
const script = `export const text = '${'canje '.repeat(500)}'`

let folder: string
let shell: string
let remotes: string
const servers: FastifyInstance[] = []

async function write(path: string, content: string) {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), content)
}

async function open(server: Promise<FastifyInstance>) {
  servers.push(await server)
  return listen(await server, 0)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-servers-'))
  await write('secret.txt', 'secret')
  await write('dist/index.html', '<title>Canje</title>')
  await write('dist/release.json', '{}')
  await write('dist/main.0123456789abcdef.js', script)
  await write('dist/main.0123456789abcdef.js.map', '{}')
  await write('dist/.hidden', 'secret')
  await write('store/registry.json', '{"schema":1}')
  await write('store/.registry.lock/owner', 'secret')
  await write('store/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js', script)
  await write('store/mf-codes/1.0.0/release.json', '{}')
  await compress(join(folder, 'dist'))
  shell = await open(createShellServer(join(folder, 'dist'), config))
  remotes = await open(createRemotesServer(join(folder, 'store')))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await rm(folder, { recursive: true })
})

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Unlike fetch, sends the path as it is written. */
function get(origin: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const call = request({ hostname, port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('latin1').on('data', (text) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    })
    call.on('error', reject).end()
  })
}

describe('the shell', () => {
  it.each(['/', '/main', '/main/', '/login?tab=codigos', '/any/other/path', '/v1.2/path'])(
    'answers %s with its page',
    async (path) => {
      const { status, headers, body } = await get(shell, path)
      expect([status, body]).toEqual([200, '<title>Canje</title>'])
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    },
  )

  it('answers a person who opens a path with a dot with its page, a script that is missing with 404', async () => {
    expect((await get(shell, '/j.perez', { accept: 'text/html,*/*' })).status).toBe(200)
    const missing = await get(shell, '/chunk.0123456789abcdef.js', { accept: '*/*' })
    expect(missing.status).toBe(404)
    expect(missing.headers['cache-control']).toBeUndefined()
  })

  it('gives its configuration, never cached', async () => {
    const { headers, body } = await get(shell, '/config.json')
    expect(JSON.parse(body)).toEqual(config)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('lets a file with a content hash be kept for ever', async () => {
    const { headers, body } = await get(shell, '/main.0123456789abcdef.js')
    expect(body).toBe(script)
    expect(headers).toMatchObject({
      'cache-control': immutable,
      'content-type': 'application/javascript; charset=utf-8',
    })
  })

  it.each(['br', 'gzip'])('sends %s to those who take it', async (encoding) => {
    const { headers, body } = await get(shell, '/main.0123456789abcdef.js', { 'accept-encoding': encoding })
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding', 'cache-control': immutable })
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(body.length).toBeLessThan(script.length / 2)
  })

  it('guards its pages against frames and guessed types', async () => {
    for (const path of ['/', '/config.json', '/missing.js']) {
      expect((await get(shell, path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
    }
  })

  it('takes no other method for a page', async () => {
    expect((await get(shell, '/main', {}, 'POST')).status).toBe(404)
  })
})

describe('the remotes', () => {
  const entry = '/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js'

  it('lets pages of any origin have a released file, for ever', async () => {
    const { status, headers } = await get(remotes, entry, { origin: shell })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': immutable,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  it('lets the registry be asked for again, at the price of a header', async () => {
    const first = await get(remotes, '/registry.json')
    expect(first.headers['cache-control']).toBe('no-cache')
    const second = await get(remotes, '/registry.json', { 'if-none-match': String(first.headers.etag) })
    expect([second.status, second.headers['cache-control'], second.body]).toEqual([304, 'no-cache', ''])
  })

  it('notices a changed registry', async () => {
    const first = await get(remotes, '/registry.json')
    await write('store/registry.json', '{"schema":1,"remotes":[]}')
    const second = await get(remotes, '/registry.json', { 'if-none-match': String(first.headers.etag) })
    expect([second.status, second.body]).toEqual([200, '{"schema":1,"remotes":[]}'])
  })

  it.each(['/', '/mf-codes', '/mf-codes/1.0.0/', '/mf-codes/9.9.9/remoteEntry.js'])(
    'has nothing at %s',
    async (path) => {
      expect((await get(remotes, path, { accept: 'text/html' })).status).toBeGreaterThanOrEqual(400)
    },
  )
})

describe('both', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/mf-codes/../../secret.txt',
    '//secret.txt',
    '/%00',
    '/%zz',
    '/.hidden',
    '/.registry.lock/owner',
    '/release.json',
    '/mf-codes/1.0.0/release.json',
    '/main.0123456789abcdef.js.map',
    '/main.0123456789abcdef.js.br',
  ])('serve nothing of %s', async (path) => {
    for (const origin of [shell, remotes]) {
      const { status = 0, body } = await get(origin, path)
      expect(status < 500 && (status >= 400 || body === '<title>Canje</title>')).toBe(true)
      expect(body).not.toMatch(/^secret|^\{\}/)
    }
  })
})
