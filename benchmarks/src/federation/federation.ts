import { MAX_REMOTES } from '@canje/registry'
import { openBrowser } from '../browser'
import { roundOrder } from '../rounds'
import type { Bench, Suite } from '../suite'
import { threshold } from '../threshold'
import { type Build, openSite, type Site } from './site'
import { OTHER_TABS, trafficOfDeepLink, type Visit, visit, visitDeepLink } from './visit'

/** Network conditions: the round trip in milliseconds, the bandwidth in bit/s. */
const NETWORKS = [
  { name: '0 ms', roundTrip: 0 },
  { name: '200 ms', roundTrip: 200 },
  { name: '600 ms', roundTrip: 600 },
  { name: '200 ms, 4 Mbit/s', roundTrip: 200, bandwidth: 4_000_000 },
] as const
type NetworkName = (typeof NETWORKS)[number]['name']
type Visits = Record<Build, Visit[]>
type Times = Record<Build, number[]>

/** Round trips, in milliseconds, of visits with the services on the shell's origin, which need no preflight. */
const SAME_ORIGIN_ROUND_TRIPS = [200, 600] as const

/** Canje against the same sources as one bundle, in headless Chromium. */
export const federation: Suite = {
  title: 'The shell and five remotes against one bundle',
  async run(bench) {
    const site = await openSite(bench.stop)
    try {
      const { visits, deepLinks, menus } = await runVisits(bench, site)
      for (const { name, roundTrip } of NETWORKS) recordTimes(bench, visits[name], name, roundTrip)
      recordRoundTrips(bench, visits)
      recordSameOrigin(bench, deepLinks)
      recordTraffic(bench, visits['0 ms'])
      recordMenus(bench, menus)
    } finally {
      await site.close()
    }
  },
}

interface AllVisits {
  visits: Record<NetworkName, Visits>
  /** By round trip, with the services on the shell's origin. */
  deepLinks: Record<(typeof SAME_ORIGIN_ROUND_TRIPS)[number], Times>
  menus: MenuTraffic[]
}

type Traffic = Awaited<ReturnType<typeof trafficOfDeepLink>>

/** The traffic of one round from the URL of a tab to its first rows, by the length of the menu. */
interface MenuTraffic {
  full: Traffic
  /** With the five remotes only. */
  short: Traffic
}

async function runVisits(bench: Bench, site: Site): Promise<AllVisits> {
  const browser = await openBrowser(bench.stop, [`--ignore-certificate-errors-spki-list=${site.pin}`])
  try {
    const visits = NETWORKS.map(({ name }) => [name, emptyLists<Visit>()] as const)
    const byNetwork = Object.fromEntries(visits) as Record<NetworkName, Visits>
    const deepLinks: AllVisits['deepLinks'] = { 200: emptyLists<number>(), 600: emptyLists<number>() }
    const menus: MenuTraffic[] = []
    for (let round = 0; round < bench.runs; round++) {
      const builds = roundOrder<Build>(['canje', 'reference'], round)
      for (const network of NETWORKS) {
        for (const build of builds) {
          bench.stop.throwIfAborted()
          const origin = site.serve(build, network.roundTrip)
          const bandwidth = 'bandwidth' in network ? network.bandwidth : undefined
          byNetwork[network.name][build].push(await visit(browser, origin, bandwidth))
        }
      }
      for (const roundTrip of SAME_ORIGIN_ROUND_TRIPS) {
        for (const build of builds) {
          bench.stop.throwIfAborted()
          deepLinks[roundTrip][build].push(await visitDeepLink(browser, site.serveSameOrigin(build, roundTrip)))
        }
      }
      const full = await trafficOfDeepLink(browser, site.serveFullMenu())
      menus.push({ full, short: await trafficOfDeepLink(browser, site.serve('canje', 0)) })
    }
    return { visits: byNetwork, deepLinks, menus }
  } finally {
    await browser.close()
  }
}

function emptyLists<Value>(): Record<Build, Value[]> {
  return { canje: [], reference: [] }
}

function recordTimes(bench: Bench, visits: Visits, network: NetworkName, roundTrip: number): void {
  const cold = threshold.ratioAtMost(roundTrip === 0 ? 1.05 : 1)
  const warm = threshold.ratioAtMost(1.02)
  const record = (name: string, of: (visit: Visit) => number, limit = cold) =>
    bench.record(`${name}, ${network}`, { unit: 'ms', ...both(visits, of), threshold: limit })
  record('/login usable', ({ login }) => login)
  record('Sign-in to the first rows of Usuarios', ({ signIn }) => signIn)
  for (const label of OTHER_TABS) record(`First opening of ${label}`, ({ tabs }) => tabs[label])
  record('First opening of Usuarios, clicked before idle', ({ beforeIdle }) => beforeIdle)
  record('Tab URL to first rows', ({ deepLink }) => deepLink)
  record('Tab URL to first rows, warm cache', ({ warmDeepLink }) => warmDeepLink, warm)
}

function recordRoundTrips(bench: Bench, visits: Record<NetworkName, Visits>): void {
  const record = (name: string, of: (visit: Visit) => number, limit: number) =>
    bench.record(`${name}, (T600 − T200) / 400`, {
      unit: 'round trips',
      ...perRoundTrip(both(visits['200 ms'], of), both(visits['600 ms'], of)),
      threshold: threshold.atMost(limit),
    })
  record('Critical path of a deep link', ({ deepLink }) => deepLink, 2)
  record('Sequential requests to /login', ({ login }) => login, 3)
  record('Sequential requests from sign-in to first rows', ({ signIn }) => signIn, 3)
}

/** Records the deep links with the services on the shell's origin. */
function recordSameOrigin(bench: Bench, deepLinks: AllVisits['deepLinks']): void {
  const identity = (time: number) => time
  const where = `services behind the shell's origin`
  for (const roundTrip of SAME_ORIGIN_ROUND_TRIPS) {
    const values = { unit: 'ms', ...both(deepLinks[roundTrip], identity), threshold: threshold.ratioAtMost(1) }
    bench.record(`Tab URL to first rows, ${where}, ${roundTrip} ms`, values)
  }
  const roundTrips = perRoundTrip(both(deepLinks[200], identity), both(deepLinks[600], identity))
  const values = { unit: 'round trips', ...roundTrips, threshold: threshold.atMost(2) }
  bench.record(`Critical path of a deep link, ${where}, (T600 − T200) / 400`, values)
}

/** The number of sequential round trips, per round, from times at round trips of 200 and 600 ms. */
function perRoundTrip(near: ReturnType<typeof both>, far: ReturnType<typeof both>) {
  const of = (near: number[], far: number[]) => far.map((time, round) => (time - (near[round] ?? Number.NaN)) / 400)
  return { subject: of(near.subject, far.subject), reference: of(near.reference, far.reference) }
}

function recordTraffic(bench: Bench, visits: Visits): void {
  const inKilobytes = (of: (visit: Visit) => number) => both(visits, (each) => of(each) / 1000)
  const record = (name: string, of: (visit: Visit) => number, ratio: number) =>
    bench.record(name, { unit: 'KB gzip', ...inKilobytes(of), threshold: threshold.ratioAtMost(ratio) })
  bench.record('Scripts and styles of /login', { unit: 'KB gzip', ...inKilobytes(({ bytes }) => bytes.login) })
  record('Scripts and styles to the first rows', ({ bytes }) => bytes.firstTab, 1.2)
  record('Scripts and styles of all five tabs', ({ bytes }) => bytes.allTabs, 1.15)
  const requests = both(visits, ({ requests }) => requests)
  bench.record('Requests to the first rows', { unit: 'requests', ...requests, threshold: threshold.atMost(16) })
}

/** Records what a long menu costs the tab that opens, in place of the comparison with the bundle. */
function recordMenus(bench: Bench, menus: MenuTraffic[]): void {
  const record = (what: string, unit: string, of: (traffic: Traffic) => number) =>
    bench.record(`${what} from a tab URL to its first rows, ${MAX_REMOTES} remotes against 5`, {
      unit,
      subject: menus.map(({ full }) => of(full)),
      reference: menus.map(({ short }) => of(short)),
      threshold: threshold.ratioAtMost(1.02),
    })
  record('Requests, without /config.json,', 'requests', ({ requests }) => requests)
  record('Bytes, without /config.json,', 'KB', ({ bytes }) => bytes / 1000)
}

function both<Value>(visits: Record<Build, Value[]>, of: (value: Value) => number) {
  return { subject: visits.canje.map(of), reference: visits.reference.map(of) }
}
