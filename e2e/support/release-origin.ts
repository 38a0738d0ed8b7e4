import { createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request, Route } from '@playwright/test'
import type { RegisteredRemote, Registry, ReleaseManifest } from 'registry'
import { createKey, type PublishedRelease, publicKeyOf, publish, signRegistry } from 'registry/store'
import { anotherBuild, buildOf, handmadeBuild } from './builds'

const REMOTES = ['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

/** A release store of a test file, with the builds of `npm start` in it. */
export async function openStore() {
  const work = await mkdtemp(join(tmpdir(), 'canje-releases-'))
  const folder = join(work, 'store')
  // A second publish would compress the same builds again.
  await cp(process.env.RELEASES_DIRECTORY ?? '', folder, { recursive: true })
  const live = await Promise.all(REMOTES.map((remote) => publish(folder, buildOf(remote))))
  const publishBuilt = async (build: (into: string) => Promise<void>) => {
    const into = await mkdtemp(join(work, 'build-'))
    await build(into)
    return publish(folder, into)
  }
  return {
    folder,
    live,
    liveOf(remote: string): PublishedRelease {
      const release = live.find(({ name }) => name === remote)
      if (!release) throw new Error(`${remote} is not in the store.`)
      return release
    },
    /** The file that is published at an address. */
    contentAt: (address: string) => readFile(join(folder, new URL(address).pathname)),
    /** Publishes what a build has left in its `dist`. */
    publishBuild: (dist: string) => publish(folder, dist),
    /** Publishes another build of a remote's sources. */
    publishAnother: (remote: string, version: string) => publishBuilt((into) => anotherBuild(into, remote, version)),
    /** Publishes a build whose entry is written by hand: see `handmadeBuild`. */
    publishHandmade: (...what: Handmade) => publishBuilt((into) => handmadeBuild(into, ...what)),
    close: () => rm(work, { recursive: true }),
  }
}
type Handmade = [remote: string, version: string, exposed: string, changes?: Partial<ReleaseManifest>]
export type Store = Awaited<ReturnType<typeof openStore>>

/** What stands in for the remotes' origin in a page. */
export interface ReleaseOrigin {
  /** What the registry names. */
  readonly remotes: RegisteredRemote[]
  /** Has the registry name other remotes, with a higher serial. */
  change(remotes: RegisteredRemote[]): void
  /** Answers for the registry; a test may put anything else in its place. */
  registry: (route: Route) => Promise<void>
  /** What the shell has reported. */
  reports: { type: string; remote?: string; reason: string }[]
  /** The signed text of a registry, with the present serial and the key that the shell knows unless others are given. */
  sign(remotes: RegisteredRemote[], others?: { serial?: number; key?: KeyObject }): Promise<string>
}

/** Puts a store in the place of the remotes' origin, and gives the shell a key for it and a place for reports. */
export async function serveStore(page: Page, store: Store): Promise<ReleaseOrigin> {
  const origin = process.env.REMOTES_URL
  const key = createPrivateKey(createKey())
  let current = { serial: 1, remotes: store.live.map((live) => registered(live)) }
  const releases: ReleaseOrigin = {
    get remotes() {
      return current.remotes
    },
    change(remotes) {
      current = { serial: current.serial + 1, remotes }
    },
    registry: async (route) => respond(route, await releases.sign(releases.remotes)),
    reports: [],
    async sign(remotes, others) {
      const { serial, key: signingKey } = { serial: current.serial, key, ...others }
      const registry: Registry = { schema: 2, serial, remotes }
      return JSON.stringify(await signRegistry(registry, signingKey))
    },
  }
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = { ...(await response.json()), registryKey: publicKeyOf(key), reportUrl: `${origin}/reports` }
    await route.fulfill({ response, json: config })
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

/** A remote as the registry names it. */
export function registered(live: PublishedRelease, previous: PublishedRelease[] = []): RegisteredRemote {
  return { name: live.name, live: live.release, previous: previous.map(({ release }) => release) }
}

/** Answers as the remotes' origin would. */
export function respond(route: Route, body: string | Buffer, status = 200): Promise<void> {
  return route.fulfill({ status, body, headers: HEADERS })
}

async function takeReport(route: Route, { reports }: ReleaseOrigin): Promise<void> {
  if (route.request().method() === 'POST') reports.push(jsonOf(route.request()))
  const headers = { ...HEADERS, 'access-control-allow-headers': 'content-type' }
  await route.fulfill({ status: 204, headers })
}

function jsonOf(request: Request) {
  return JSON.parse(request.postData() ?? '')
}
