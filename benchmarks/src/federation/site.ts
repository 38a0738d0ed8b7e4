import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createRemotesServer,
  createShellServer,
  type Listings,
  listen,
  readSettings,
  releaseBuilds,
  releaseStoreIn,
  startBackend,
} from '@canje/cli/dev-stack'
import { buildOutOfDate, findRemotes, readPackage, runRspack, Scope } from '@canje/cli/project'
import { MAX_REMOTES } from '@canje/registry'
import { compress } from '@canje/release-store'
import getPort from 'get-port'
import { ROOT } from 'repo'
import { startDelayingProxy } from './delaying-proxy'

export type Build = 'canje' | 'reference'

/** Canje and the reference bundle on one origin, one at a time, with the reference backend. */
export interface Site {
  /**
   * Serves one of the builds, with every request delayed by a round trip in milliseconds.
   *
   * @returns the origin to open
   */
  serve(build: Build, roundTrip: number): string
  /** Serves Canje without a delay, with as many remotes in its menu as one may have. */
  serveFullMenu(): string
  close(): Promise<void>
}

/** Builds and starts the servers. */
export async function openSite(stop: AbortSignal): Promise<Site> {
  const scope = new Scope(stop)
  const folder = await mkdtemp(join(tmpdir(), 'canje-bench-'))
  const close = async () => {
    await scope.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await startServers(folder, scope)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startServers(folder: string, scope: Scope): Promise<Omit<Site, 'close'>> {
  const startProxy = () => scope.open(startDelayingProxy())
  const [page, remotes, security, api] = [
    await startProxy(),
    await startProxy(),
    await startProxy(),
    await startProxy(),
  ]
  const { port } = new URL(page.origin)
  const [securityPort, apiPort] = [await getPort(), await getPort()]
  const ports = { PORT: port, SECURITY_PORT: `${securityPort}`, API_PORT: `${apiPort}` }
  const settings = readSettings({ ...ports, DATA_DIR: folder })
  const shell = readPackage(join(ROOT, 'shell'))
  const own = findRemotes(ROOT)
  const [backend, reference, { trust }] = await Promise.all([
    scope.open(startBackend(settings)),
    buildReference(scope.signal),
    buildOutOfDate([shell, ...own], scope.signal).then(() => releaseBuilds(folder, own)),
  ])
  const config = { securityUrl: security.origin, apiUrl: api.origin, storeUrl: remotes.origin, ...trust }
  const startShell = (dist: string, listings = trust.remotes) =>
    scope.open(createShellServer(dist, { ...config, remotes: listings }))
  const dist = join(shell.directory, 'dist')
  const bundle = await startShell(reference)
  // The bundle contains its tabs, so that it must not preload their states.
  bundle.addHook('onSend', async (_request, reply) => void reply.removeHeader('Link'))
  const shells = { canje: await listen(await startShell(dist), 0), reference: await listen(bundle, 0) }
  const fullMenu = await listen(await startShell(dist, filled(trust.remotes, trust.operatorKeys)), 0)
  remotes.target = await listen(await scope.open(createRemotesServer(releaseStoreIn(folder))), 0)
  security.target = backend.securityUrl
  api.target = backend.apiUrl
  const serve = (target: string, roundTrip: number) => {
    page.target = target
    for (const proxy of [page, remotes, security, api]) proxy.delay = roundTrip
    return page.origin
  }
  return {
    serve: (build, roundTrip) => serve(shells[build], roundTrip),
    serveFullMenu: () => serve(fullMenu, 0),
  }
}

/** Adds remotes without releases to a menu, up to its bound. */
function filled(remotes: Listings, keys: string[]): Listings {
  const numbers = Array.from({ length: MAX_REMOTES - Object.keys(remotes).length }, (_, index) => index + 1)
  const others = numbers.map((number) => {
    const tab = { id: `more-${number}`, label: `More ${number}`, order: 1000 + number }
    return [`mf-more-${number}`, { keys, tab }] as const
  })
  return { ...remotes, ...Object.fromEntries(others) }
}

/** @returns the absolute path of the build */
async function buildReference(signal: AbortSignal): Promise<string> {
  const project = join(ROOT, 'benchmarks/reference')
  const { code, output } = await runRspack(join(project, 'rspack.config.ts'), signal)
  if (code !== 0) throw new Error(`The build of the reference bundle failed:\n${output}`)
  const dist = join(project, 'dist')
  await requireUnfederated(dist)
  await compress(dist)
  return dist
}

/** A federation runtime that tree shaking has not removed would slow the reference down. */
async function requireUnfederated(dist: string): Promise<void> {
  for (const file of await readdir(dist)) {
    if (!file.endsWith('.js')) continue
    const code = await readFile(join(dist, file), 'utf8')
    if (!code.includes('__FEDERATION__')) continue
    throw new Error(`The bundle contains the federation runtime in ${file}. Find its importer and replace that module.`)
  }
}
