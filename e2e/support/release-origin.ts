import { createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegisteredRemote, Registry, ReleaseManifest } from '@canje/registry'
import {
  createKey,
  openStore as openReleaseStore,
  type PublishedRelease,
  publicKeyOf,
  publish,
  signRegistry,
} from '@canje/release-store'
import { expect, type Page, type Route } from '@playwright/test'
import { buildOf, deriveBuild, stubBuild } from './builds'
import { type ReleaseEvent, releaseEventOf } from './telemetry'

const REMOTES = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

/** Creates a release store with the builds of `npm start`. */
export async function openStore() {
  const work = await mkdtemp(join(tmpdir(), 'canje-releases-'))
  const folder = join(work, 'store')
  const releases = openReleaseStore(folder)
  // A second publish would compress the same builds again.
  await cp(process.env.RELEASES_DIRECTORY ?? '', folder, { recursive: true })
  const live = await Promise.all(REMOTES.map((remote) => publish(releases, buildOf(remote))))
  const publishBuilt = async (build: (into: string) => Promise<void>) => {
    const into = await mkdtemp(join(work, 'build-'))
    await build(into)
    return publish(releases, into)
  }
  return {
    folder,
    live,
    liveOf(remote: string): PublishedRelease {
      const release = live.find(({ name }) => name === remote)
      if (!release) throw new Error(`${remote} is not in the store.`)
      return release
    },
    /** Reads the file that is published at a URL. */
    contentAt: (url: string) => readFile(join(folder, new URL(url).pathname)),
    /** Publishes a build that a function writes into a folder. */
    publishBuilt,
    /** Publishes another build of a remote's sources: see `deriveBuild`. */
    publishDerived: (remote: string, version: string, edit?: (text: string) => string) =>
      publishBuilt((into) => deriveBuild(into, buildOf(remote), version, edit)),
    /** Publishes a build with a handwritten entry: see `stubBuild`. */
    publishStub: (...stub: StubArguments) => publishBuilt((into) => stubBuild(into, ...stub)),
    close: () => rm(work, { recursive: true }),
  }
}
type StubArguments = [remote: string, version: string, exposed: string, changes?: Partial<ReleaseManifest>]
export type Store = Awaited<ReturnType<typeof openStore>>

/** A substitute for the remotes' origin in a page. */
export interface ReleaseOrigin {
  /** Remotes in the registry. */
  readonly remotes: RegisteredRemote[]
  /** Serial of the registry. */
  readonly serial: number
  /** Replaces the remotes in the registry, and increases its serial. */
  change(remotes: RegisteredRemote[]): void
  /** Responds to requests for the registry. A test may replace it. */
  registry: (route: Route) => Promise<void>
  /** Telemetry events from the shell about releases and the registry. */
  reports: ReleaseEvent[]
  /** Bodies of its events about errors that a tab has thrown. */
  errors: string[]
  /** Signs a registry, by default with the current serial and the key that the shell trusts. */
  sign(remotes: RegisteredRemote[], others?: { serial?: number; key?: KeyObject }): Promise<string>
}

/** Serves a store in place of the remotes' origin, and configures the shell with its key and a `reportUrl`. */
export async function serveStore(page: Page, store: Store): Promise<ReleaseOrigin> {
  const origin = process.env.REMOTES_URL
  const key = createPrivateKey(createKey())
  let current = { serial: 1, remotes: store.live.map((live) => registered(live)) }
  const releases: ReleaseOrigin = {
    get remotes() {
      return current.remotes
    },
    get serial() {
      return current.serial
    },
    change(remotes) {
      current = { serial: current.serial + 1, remotes }
    },
    registry: async (route) => respond(route, await releases.sign(releases.remotes)),
    reports: [],
    errors: [],
    async sign(remotes, others) {
      const { serial, key: signingKey } = { serial: current.serial, key, ...others }
      const registry: Registry = { schema: 2, serial, remotes }
      return JSON.stringify(await signRegistry(registry, signingKey))
    },
  }
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const { storeId: _, operatorKeys: __, remotes: ___, ...config } = await response.json()
    const trust = { registryKey: publicKeyOf(key), reportUrl: `${origin}/reports` }
    await route.fulfill({ response, json: { ...config, ...trust } })
  })
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/registry.json') return releases.registry(route)
    if (pathname === '/reports') return takeReport(route, releases)
    const file = join(store.folder, pathname)
    return existsSync(file) ? route.fulfill({ path: file, headers: HEADERS }) : respond(route, 'not found', 404)
  })
  return releases
}

/**
 * Lets the page fetch the registry until it uses the current one: a request under way, which it shares, may bring the one
 * before. The page stores a registry with its first use.
 */
export async function refetchRegistry(page: Page, origin: ReleaseOrigin): Promise<void> {
  const fetchAndRead = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      return JSON.parse(localStorage.getItem('canje.registry') ?? '{}').json?.serial
    })
  await expect.poll(fetchAndRead).toBe(origin.serial)
}

/** @returns a remote as the registry lists it */
export function registered(live: PublishedRelease, previous: PublishedRelease[] = []): RegisteredRemote {
  return { name: live.name, live: live.release, previous: previous.map(({ release }) => release) }
}

/** Responds with the headers of the remotes' origin. */
export function respond(route: Route, body: string | Buffer, status = 200): Promise<void> {
  return route.fulfill({ status, body, headers: HEADERS })
}

async function takeReport(route: Route, { reports, errors }: ReleaseOrigin): Promise<void> {
  const body = route.request().postData() ?? ''
  const event = route.request().method() === 'POST' ? releaseEventOf(body) : undefined
  if (event?.type === 'exception') errors.push(body)
  else if (event) reports.push(event)
  const headers = { ...HEADERS, 'access-control-allow-headers': 'content-type' }
  await route.fulfill({ status: 204, headers })
}
