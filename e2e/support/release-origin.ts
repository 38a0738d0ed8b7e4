import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigJson } from '@canje/cli/dev-stack'
import type { RegisteredRemote, State } from '@canje/registry'
import { createTestKey, exampleState, signState } from '@canje/registry/testing'
import { openStore as openReleaseStore, type PublishedRelease, publish } from '@canje/release-store'
import type { Page, Route } from '@playwright/test'
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
    publishDerived: (remote: string, version: string) =>
      publishBuilt((into) => deriveBuild(into, buildOf(remote), version)),
    /** Publishes a build with a handwritten entry: see `stubBuild`. */
    publishStub: (...stub: StubArguments) => publishBuilt((into) => stubBuild(into, ...stub)),
    close: () => rm(work, { recursive: true }),
  }
}
type StubArguments = [remote: string, version: string, exposed: string]
export type Store = Awaited<ReturnType<typeof openStore>>

/** A substitute for the remotes' origin in a page. */
export interface ReleaseOrigin {
  /** Remotes with a state. */
  readonly remotes: RegisteredRemote[]
  /**
   * Replaces the remotes, and increases the number.
   *
   * @param parts further parts of their states, by name
   */
  change(remotes: RegisteredRemote[], parts?: Record<string, Partial<State>>): void
  /** Telemetry events from the shell about releases and states. */
  reports: ReleaseEvent[]
}

/** What the states of a page's remotes name. */
interface Current {
  n: number
  remotes: RegisteredRemote[]
  parts: Record<string, Partial<State>>
}

/** Serves a store in place of the remotes' origin, and configures the shell with an operator's key and a `reportUrl`. */
export async function serveStore(page: Page, store: Store): Promise<ReleaseOrigin> {
  const origin = process.env.REMOTES_URL
  const operator = await createTestKey()
  const { storeId }: ConfigJson = await (await page.request.get('/config.json')).json()
  let current: Current = { n: 1, remotes: store.live.map((live) => registered(live)), parts: {} }
  const releases: ReleaseOrigin = {
    get remotes() {
      return current.remotes
    },
    change(remotes, parts = {}) {
      current = { n: current.n + 1, remotes, parts }
    },
    reports: [],
  }
  const sign = async (name: string) => {
    const { n, remotes, parts } = current
    const { live = null, previous = [] } = remotes.find((remote) => remote.name === name) ?? {}
    const state = exampleState({ storeId, name, n, live, previous, ...parts[name] })
    return JSON.stringify(await signState(state, operator))
  }
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const trust = { operatorKeys: [operator.publicKey], reportUrl: `${origin}/reports` }
    await route.fulfill({ response, json: { ...(await response.json()), ...trust } })
  })
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const [, name] = /^\/([^/]+)\/live\.json$/.exec(pathname) ?? []
    if (name !== undefined) return respond(route, await sign(name))
    if (pathname === '/reports') return takeReport(route, releases)
    const file = join(store.folder, pathname)
    return existsSync(file) ? route.fulfill({ path: file, headers: HEADERS }) : respond(route, 'not found', 404)
  })
  return releases
}

/** @returns a remote with these releases */
export function registered(live: PublishedRelease, previous: PublishedRelease[] = []): RegisteredRemote {
  return { name: live.name, live: live.release, previous: previous.map(({ release }) => release) }
}

/** Responds with the headers of the remotes' origin. */
export function respond(route: Route, body: string | Buffer, status = 200): Promise<void> {
  return route.fulfill({ status, body, headers: HEADERS })
}

async function takeReport(route: Route, { reports }: ReleaseOrigin): Promise<void> {
  const body = route.request().postData() ?? ''
  const event = route.request().method() === 'POST' ? releaseEventOf(body) : undefined
  // A release that throws in its first render sends one beside its fallback, which the tests compare.
  if (event && event.type !== 'exception') reports.push(event)
  const headers = { ...HEADERS, 'access-control-allow-headers': 'content-type' }
  await route.fulfill({ status: 204, headers })
}
