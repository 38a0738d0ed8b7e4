import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectOwnHostsOnly } from '@canje/reference-backend/testing'
import { exampleListing } from '@canje/registry/testing'
import getPort from 'get-port'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Package, Scope } from '../project'
import { createHttpServer, listen } from './http-server'
import { runPreview } from './preview'

const TIMEOUT_MS = 600_000
/** A minimal build of a remote: its release.json contains the text of its only source. */
const RSPACK_CONFIG = `
export default {
  mode: 'none',
  context: import.meta.dirname,
  entry: './src/Tab.js',
  output: { path: import.meta.dirname + '/dist' },
  plugins: [{
    apply(compiler) {
      compiler.hooks.thisCompilation.tap('manifest', (compilation) => {
        const { readFileSync } = process.getBuiltinModule('node:fs')
        const build = readFileSync(import.meta.dirname + '/src/Tab.js', 'utf8')
        compilation.hooks.processAssets.tap('manifest', () =>
          compilation.emitAsset('release.json', new compiler.rspack.sources.RawSource(JSON.stringify({ build }))),
        )
      })
    },
  }],
}`

let remote: Package
let port: number
let scope: Scope
let stop: AbortController
const lines: string[] = []

beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'canje-preview-'))
  remote = { name: 'mf-codes', version: '1.0.0', directory, tab: {} }
  await mkdir(join(directory, 'src'))
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  await writeFile(join(directory, 'src/Tab.js'), 'first')
  await writeFile(join(directory, 'rspack.config.ts'), RSPACK_CONFIG)
  port = await getPort()
  stop = new AbortController()
  scope = new Scope(stop.signal)
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
})
afterEach(async () => {
  stop.abort()
  await scope.close()
  vi.restoreAllMocks()
  await rm(remote.directory, { recursive: true })
})

/** Starts the configuration endpoint of a deployed shell. */
async function shellWith(config: unknown): Promise<string> {
  const server = createHttpServer({})
  server.get('/config.json', (_request, reply) => reply.send(config))
  return listen(await scope.open(Promise.resolve(server)), 0)
}

const config = {
  securityUrl: '/s',
  apiUrl: '/a',
  storeUrl: '/store',
  storeId: 's',
  operatorKeys: exampleListing().keys,
  remotes: {},
}
const allowing = (...previewOrigins: string[]) => shellWith({ ...config, previewOrigins })
const preview = (shell: string) => runPreview(remote, port, shell, ['localhost', 'canje.example'], scope)

it(
  'prints the link, serves the build to any origin, and rebuilds after every change',
  async () => {
    const shell = await allowing('https://other.example', `http://localhost:${port}`)
    const running = preview(`${shell}/main`).catch((error: Error) => error.name)
    const url = `http://localhost:${port}/release.json`
    const manifest = async () => (await fetch(url)).json()
    await vi.waitFor(() => expect(lines).toContain(`Preview of mf-codes: ${shell}/main?preview=${url}`), TIMEOUT_MS)
    expect(await manifest()).toEqual({ build: 'first' })
    const { headers } = await fetch(url)
    await expectOwnHostsOnly(port, '/release.json', ['canje.example'])
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual(['*', 'no-cache'])

    await writeFile(join(remote.directory, 'src/Tab.js'), 'is no code')
    await vi.waitFor(() => expect(lines).toContainEqual(expect.stringMatching(/^mf-codes does not build/)), TIMEOUT_MS)
    await writeFile(join(remote.directory, 'src/Tab.js'), 'second')
    await vi.waitFor(async () => expect(await manifest()).toEqual({ build: 'second' }), TIMEOUT_MS)
    stop.abort()
    expect(await running).toBe('AbortError')
  },
  TIMEOUT_MS,
)

it(
  'names the origins that the shell does not grant',
  async () => {
    const previewOrigins = [`http://localhost:${port}`]
    const remotes = { 'mf-codes': exampleListing({ connect: ['https://maps.test'] }) }
    const shell = await shellWith({ ...config, previewOrigins, remotes })
    remote.connect = ['https://maps.test', 'https://prizes.test']
    const running = preview(shell).catch((error: Error) => error.name)
    const note = `${shell} does not let mf-codes send requests to https://prizes.test: ask its operator.`
    await vi.waitFor(() => expect(lines).toContain(note), TIMEOUT_MS)
    stop.abort()
    expect(await running).toBe('AbortError')
  },
  TIMEOUT_MS,
)

it('explains how to allow a preview, before it builds', async () => {
  for (const shell of [await allowing('http://localhost:1'), await shellWith(config)]) {
    const origin = `http://localhost:${port}`
    await expect(preview(shell)).rejects.toThrow(`${shell} allows no preview from ${origin}. Its operator must add`)
    await expect(preview(shell)).rejects.toThrow(`PREVIEW_ORIGINS=${origin} npm start`)
  }
  expect(lines).toEqual([])
})

it('rejects a --shell that is not a shell', async () => {
  await expect(preview('ana:secret@office')).rejects.toThrow(/^(?!.*secret)--shell must be the URL of a shell/)
  await expect(preview('http://localhost:1')).rejects.toThrow('http://localhost:1/config.json does not respond')
  const page = await shellWith('<!doctype html>')
  await expect(preview(page)).rejects.toThrow(`${page}/config.json is not the configuration of a shell`)
  const incomplete = await shellWith({ ...config, storeUrl: undefined })
  await expect(preview(incomplete)).rejects.toThrow('of a shell. config.json: storeUrl: ')
})
