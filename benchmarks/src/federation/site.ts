import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildAndRelease,
  createRemotesServer,
  createShellServer,
  listen,
  readSettings,
  releaseStoreIn,
  startBackend,
} from '@canje/cli/dev-stack'
import { findRemotes, readPackage, runRspack, Scope } from '@canje/cli/project'
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
  const [backend, reference, { trust }] = await Promise.all([
    scope.open(startBackend(settings)),
    buildReference(scope.signal),
    buildAndRelease(folder, shell, findRemotes(ROOT), scope.signal),
  ])
  const config = { securityUrl: security.origin, apiUrl: api.origin, storeUrl: remotes.origin, ...trust }
  const [canje, bundle] = await Promise.all(
    [join(shell.directory, 'dist'), reference].map((dist) => scope.open(createShellServer(dist, config))),
  )
  if (!canje || !bundle) throw new Error('Two servers were started.')
  // The bundle contains its tabs, so that it must not preload their states.
  bundle.addHook('onSend', async (_request, reply) => void reply.removeHeader('Link'))
  const shells = { canje: await listen(canje, 0), reference: await listen(bundle, 0) }
  remotes.target = await listen(await scope.open(createRemotesServer(releaseStoreIn(folder))), 0)
  security.target = backend.securityUrl
  api.target = backend.apiUrl
  return {
    serve(build, roundTrip) {
      page.target = shells[build]
      for (const proxy of [page, remotes, security, api]) proxy.delay = roundTrip
      return page.origin
    },
  }
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
