import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exampleListing } from '@canje/registry/testing'
import { compress } from '@canje/release-store'
import { Agent, type Dispatcher } from 'undici'
import type { ConfigJson } from '../config-json'
import { NONCE_PLACEHOLDER } from '../content-security-policy'
import { listen } from '../http-server'
import { createRemotesServer } from '../remotes-server'
import { createShellServer } from '../shell-server'

export const config: ConfigJson = {
  securityUrl: 'http://s.test',
  apiUrl: 'http://a.test',
  storeUrl: 'http://r.test',
  storeId: 'store-1',
  operatorKeys: exampleListing().keys,
  remotes: {
    'mf-codes': exampleListing(),
    'mf-users': exampleListing({ tab: { id: 'usuarios', label: 'Usuarios', order: 1 } }),
  },
}
export const page = `<meta nonce="${NONCE_PLACEHOLDER}"><title>Canje</title><script>addEventListener('error', () => 0)</script>`
/** The page of `/main`. */
export const mainPage = page.replace('<title>', '<script defer src="/tabs.js"></script><title>')
export const script = `export const text = '${'canje '.repeat(500)}'`

const files = {
  'secret.txt': 'secret',
  'dist/index.html': page,
  'dist/main.html': mainPage,
  'dist/release.json': '{}',
  'dist/main.0123456789abcdef.js': script,
  'dist/theme.0123456789abcdef.css': `/* ${'canje '.repeat(500)} */`,
  'dist/main.0123456789abcdef.js.map': '{}',
  'dist/.hidden': 'secret',
  'store/mf-codes/live.json': '{"format":1}',
  'store/mf-codes/log/1/1.json': '{"format":1}',
  'store/mf-codes/.11111111-2222-3333-4444-555555555555.part': 'secret',
  'store/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js': script,
  'store/mf-codes/1.0.0/remoteEntry.0123456789abcdef.js.map': '{}',
  'store/mf-codes/1.0.0/release.json': '{}',
}

/** The servers of shell and remotes over a small build and a small release store. */
export type Site = Awaited<ReturnType<typeof openSite>>

/** Starts both servers on free ports; the caller closes the site. */
export async function openSite(shellConfig = config) {
  /** Absolute path of the folder with `dist` and `store`. */
  const folder = await mkdtemp(join(tmpdir(), 'canje-site-'))
  /** Writes a file to a path in the folder, such as `store/mf-codes/live.json`. */
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  await compress(join(folder, 'dist'))
  await compress(join(folder, 'store'))
  const shell = await createShellServer(join(folder, 'dist'), shellConfig)
  const remotes = await createRemotesServer(join(folder, 'store'))
  return {
    folder,
    /** Origin of the shell. */
    shell: await listen(shell, 0),
    /** Origin of the remotes. */
    remotes: await listen(remotes, 0),
    write,
    close: async () => void (await Promise.all([shell.close(), remotes.close()])),
  }
}

/** Without connections that stay open. */
const agent = new Agent({ pipelining: 0 })

export type HttpResponse = Awaited<ReturnType<typeof get>>

/** Replaces the nonce of a response with the placeholder, so that responses can be compared. */
export function withoutNonce(response: HttpResponse): { policy: string; body: string } {
  const policy = String(response.headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const restore = (text: string) => (nonce === undefined ? text : text.replaceAll(nonce, NONCE_PLACEHOLDER))
  return { policy: restore(policy), body: restore(response.body) }
}

/** Sends a request with the path unchanged; `fetch` would normalize it. @returns each byte of the body as one character */
export async function get(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method: Dispatcher.HttpMethod = 'GET',
) {
  const { statusCode: status, headers: received, body } = await agent.request({ origin, path, method, headers })
  return { status, headers: received, body: Buffer.from(await body.arrayBuffer()).toString('latin1') }
}
