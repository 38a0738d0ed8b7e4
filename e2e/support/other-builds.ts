import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ConfigJson, createRemotesServer, createShellServer, listen } from '@canje/cli/dev-stack'
import { runNode } from '@canje/cli/project'
import { createKey, publicKeyOf, readKey } from '@canje/release-store'
import { ROOT } from 'repo'
import { STUBBED_SERVICES } from './stubbed-services'

/** The files that docs/other-builds.md describes. */
const FILES = join(ROOT, 'docs/other-builds')

/** The used part of Rspack's and webpack's compiler. */
type Bundler = (
  configuration: object,
  done: (error: Error | null, stats?: { hasErrors(): boolean; toString(): string }) => void,
) => unknown

/** A shell with its own release store, in which the commands of a team publish. */
export interface OtherShell {
  url: string
  /** Lists the proposal of a folder, and publishes it with `--dist`. @returns what that printed, and its exit code */
  publish(dist: string): Promise<{ code: number | null; output: string }>
  close(): Promise<void>
}

/** Serves the built shell, with an empty release store and stubbed services. */
export async function openOtherShell(): Promise<OtherShell> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-other-'))
  const [store, keyFile] = [join(folder, 'store'), join(folder, 'key.pem')]
  await mkdir(store)
  await writeFile(keyFile, createKey())
  const remotes = await createRemotesServer(store)
  const config: ConfigJson = {
    ...STUBBED_SERVICES,
    storeUrl: await listen(remotes, 0),
    storeId: 'store-1',
    operatorKeys: [publicKeyOf(await readKey(keyFile))],
    remotes: {},
  }
  const shell = await createShellServer(join(ROOT, 'shell/dist'), config)
  const url = await listen(shell, 0)
  const release = (...args: string[]) => {
    const command = ['release', ...args, '--key', keyFile]
    return runNode(join(ROOT, 'tooling/cli/src/canje.mjs'), command, { cwd: ROOT })
  }
  return {
    url,
    async publish(dist) {
      const { output } = await release('propose', '--dist', dist, '--json')
      Object.assign(config.remotes, JSON.parse(output).result.remotes)
      return release('publish', '--dist', dist, '--store', store, '--shell', url)
    },
    close: async () => {
      await Promise.all([shell.close(), remotes.close()])
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Copies the documented files to where they find the installed packages.
 *
 * @param id of the tab and the remote, in place of `premios`
 * @returns absolute path of their folder
 */
export async function copyDocumentedFiles(id: string): Promise<string> {
  const cache = join(ROOT, 'e2e/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'other-'))
  await cp(FILES, folder, { recursive: true })
  for (const file of ['package.json', 'release.mjs']) {
    const text = await readFile(join(FILES, file), 'utf8')
    await writeFile(join(folder, file), text.replaceAll('premios', id).replace("'Premios'", `'Tab ${id}'`))
  }
  return folder
}

/**
 * Runs a bundler with a documented configuration.
 *
 * @throws Error with the output of the bundler
 */
export async function bundle(configurationFile: string, bundler: Bundler): Promise<void> {
  const { default: configuration } = await import(pathToFileURL(configurationFile).href)
  await new Promise<void>((resolve, reject) => {
    bundler(configuration, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()))
      else resolve()
    })
  })
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

/** Serves a built host, with the releases of `npm start` and stubbed services. @returns the URL of its page */
export async function serveHost(dist: string): Promise<{ url: string; close(): void }> {
  const config = await (await fetch(`${process.env.SHELL_URL}/config.json`)).json()
  await writeFile(join(dist, 'config.json'), JSON.stringify({ ...config, ...STUBBED_SERVICES }))
  const server = createServer(async ({ url = '' }, response) => {
    const content = await readFile(join(dist, url)).catch(() => undefined)
    const type = TYPES[extname(url)] ?? 'application/octet-stream'
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/index.html`, close: () => void server.close() }
}
