import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from './http-server'
import { shellPage } from './shell-page'
import { createShellServer } from './shell-server'
import { config, get, openSite, page, type Site } from './testing/site'

const NONCE = 'bm9uY2U='
const registry = '{"schema":2,"remotes":["</script><script>alert(1)</script>"]}'
let site: Site

beforeAll(async () => {
  site = await openSite()
  await site.write('dist/index.html', `<head>${page}</head><body></body>`)
  await site.write('store/registry.json', registry)
})
afterAll(() => site.close())

const pathOf = (path: string) => join(site.folder, path)
const make = (registryFile?: string) => shellPage(pathOf('dist'), config, NONCE, registryFile)

function dataOf(html: string): unknown[] {
  const blocks = html.matchAll(/<script type="application\/json" id="inlined-\w+">(.*?)<\/script>/g)
  return [...blocks].map(([, json]) => JSON.parse(json ?? ''))
}

it('puts the nonce into the page, and nothing else unless it is given a registry', async () => {
  expect(await make()).toBe(`<head>${page.replaceAll('__CSP_NONCE__', NONCE)}</head><body></body>`)
})

it('has the configuration and the registry in it, which cannot end their elements', async () => {
  const html = await make(pathOf('store/registry.json'))
  expect(dataOf(html)).toEqual([config, JSON.parse(registry)])
  expect(html).not.toContain('alert(1)</script>')
})

it('leaves out a registry that is not there', async () => {
  expect(dataOf(await make(pathOf('store/none.json')))).toEqual([config])
})

it('is sent compressed, as it is made for each answer', async () => {
  const server = await createShellServer(pathOf('dist'), config, pathOf('store/registry.json'))
  const origin = await listen(server, 0)
  const { headers, body } = await get(origin, '/login', { 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', 'cache-control': 'no-store' })
  expect(dataOf(brotliDecompressSync(Buffer.from(body, 'latin1')).toString())).toHaveLength(2)
  expect(dataOf((await get(origin, '/login')).body)).toHaveLength(2)
  await server.close()
})
