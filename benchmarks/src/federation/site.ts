import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildAndRelease,
  createRemotesServer,
  createShellServer,
  listen,
  readSettings,
  releaseKeyOf,
  startBackend,
} from 'dev-stack'
import { compress, publicKeyOf } from 'registry/store'
import { findRemotes, ROOT, readPackage, runRspack, Scope } from 'workspace'
import { type DelayingProxy, startDelayingProxy } from './delaying-proxy'
import { selfSigned } from './self-signed'

export type Build = 'canje' | 'reference'

/** Canje and the bundle at one address, one at a time, with the reference backend behind each. */
export interface Site {
  /**
   * Shows one of them, with every request delayed by a round trip in milliseconds.
   *
   * @returns the origin to open
   */
  show(build: Build, roundTrip: number): string
  /** The same with the services behind the shell's own origin, by HTTP/2. */
  showWithServices(build: Build, roundTrip: number): string
  /** Of the certificate that the browser has to trust: it caches nothing of a server that it does not. */
  pin: string
  close(): Promise<void>
}

export async function openSite(stop: AbortSignal): Promise<Site> {
  const scope = new Scope(stop)
  const folder = await mkdtemp(join(tmpdir(), 'canje-bench-'))
  const close = async () => {
    await scope.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await serve(folder, scope)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function serve(folder: string, scope: Scope): Promise<Omit<Site, 'close'>> {
  const [page, remotes, security, api] = await Promise.all([1, 2, 3, 4].map(() => scope.open(startDelayingProxy())))
  const certificate = selfSigned()
  const whole = await scope.open(startDelayingProxy(certificate))
  if (!page || !remotes || !security || !api) throw new Error('Four proxies were started.')
  const { port } = new URL(page.origin)
  const settings = readSettings({ ...(await backendPorts()), PORT: port, DATA_DIR: folder })
  const shell = readPackage(join(ROOT, 'shell'))
  const store = join(folder, 'releases')
  const key = await releaseKeyOf(folder)
  const [backend, reference] = await Promise.all([
    scope.open(startBackend(settings)),
    buildReference(scope.signal),
    buildAndRelease(store, shell, findRemotes(), key, scope.signal),
  ])
  const registry = { registryUrl: `${remotes.origin}/registry.json`, registryKey: publicKeyOf(key) }
  const serving = async (services: { securityUrl: string; apiUrl: string }): Promise<Record<Build, string>> => {
    const [canje, bundle] = await Promise.all(
      [join(shell.directory, 'dist'), reference].map((dist) =>
        scope.open(createShellServer(dist, { ...services, ...registry })),
      ),
    )
    if (!canje || !bundle) throw new Error('Two servers were started.')
    // The bundle has its tabs in itself, and no use for a registry.
    bundle.addHook('onSend', async (_request, reply) => void reply.removeHeader('Link'))
    return { canje: await listen(canje, 0), reference: await listen(bundle, 0) }
  }
  const shells = await serving({ securityUrl: security.origin, apiUrl: api.origin })
  const shellsWithServices = await serving({ securityUrl: `${whole.origin}/security`, apiUrl: `${whole.origin}/api` })
  remotes.target = await listen(await scope.open(createRemotesServer(store)), 0)
  security.target = backend.securityUrl
  api.target = backend.apiUrl
  whole.targets = { '/security/': backend.securityUrl, '/api/': backend.apiUrl }
  const showAt = (proxy: DelayingProxy, target: string, roundTrip: number) => {
    proxy.target = target
    for (const each of [page, whole, remotes, security, api]) each.delay = roundTrip
    return proxy.origin
  }
  return {
    pin: certificate.pin,
    show: (build, roundTrip) => showAt(page, shells[build], roundTrip),
    showWithServices: (build, roundTrip) => showAt(whole, shellsWithServices[build], roundTrip),
  }
}

/** @returns absolute path of the build */
async function buildReference(signal: AbortSignal): Promise<string> {
  const project = join(ROOT, 'benchmarks/reference')
  const { code, output } = await runRspack(join(project, 'rspack.config.ts'), signal)
  if (code !== 0) throw new Error(`The reference bundle does not build:\n${output}`)
  const dist = join(project, 'dist')
  await requireUnfederated(dist)
  await compress(dist)
  return dist
}

/** What the bundler cannot tell to be unused would make it slower than a bundle is. */
async function requireUnfederated(dist: string): Promise<void> {
  for (const file of await readdir(dist)) {
    if (!file.endsWith('.js')) continue
    const code = await readFile(join(dist, file), 'utf8')
    if (!code.includes('__FEDERATION__')) continue
    throw new Error(`The bundle has the federation runtime in ${file}: find what imports it, and stand in for that.`)
  }
}

async function backendPorts() {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, 'localhost')
      await once(server, 'listening')
      return String((server.address() as AddressInfo).port)
    }),
  )
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return { SECURITY_PORT: ports[0], API_PORT: ports[1] }
}
