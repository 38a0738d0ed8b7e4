import { openBrowser } from '../browser'
import type { Bench, Suite } from '../suite'
import { type Build, openSite, type Site } from './site'
import { OTHER_TABS, type Visit, visit } from './visit'

/** Round trips of the network, in milliseconds. */
const ROUND_TRIPS = [0, 200, 600] as const
type RoundTrip = (typeof ROUND_TRIPS)[number]
type Visits = Record<Build, Visit[]>

/** Canje against the same sources as one bundle, in headless Chromium. */
export const federation: Suite = {
  title: 'The shell and five remotes against one bundle',
  async run(bench) {
    const site = await openSite(bench.stop)
    try {
      const visits = await runVisits(bench, site)
      for (const roundTrip of ROUND_TRIPS) recordTimes(bench, visits[roundTrip], roundTrip)
      recordRoundTrips(bench, visits)
      recordTraffic(bench, visits[0])
    } finally {
      await site.close()
    }
  },
}

/** Visits both builds in each round, in turn first, because the first one warms caches of the machine. */
async function runVisits(bench: Bench, site: Site): Promise<Record<RoundTrip, Visits>> {
  const browser = await openBrowser(bench.stop)
  const visits = { 0: noVisits(), 200: noVisits(), 600: noVisits() }
  const builds: Build[] = ['canje', 'reference']
  try {
    for (let round = 0; round < bench.runs; round++, builds.reverse()) {
      for (const roundTrip of ROUND_TRIPS) {
        for (const build of builds) {
          bench.stop.throwIfAborted()
          visits[roundTrip][build].push(await visit(browser, site.serve(build, roundTrip)))
        }
      }
    }
    return visits
  } finally {
    await browser.close()
  }
}

function noVisits(): Visits {
  return { canje: [], reference: [] }
}

function recordTimes(bench: Bench, visits: Visits, roundTrip: RoundTrip): void {
  const record = (name: string, of: (visit: Visit) => number) =>
    bench.record(`${name}, ${roundTrip} ms`, { unit: 'ms', ...both(visits, of) })
  record('/login usable', ({ login }) => login)
  record('Sign-in to the first rows of Usuarios', ({ signIn }) => signIn)
  for (const label of OTHER_TABS) record(`First opening of ${label}`, ({ tabs }) => tabs[label])
  record('First opening of Usuarios, clicked before idle', ({ beforeIdle }) => beforeIdle)
  record('Tab URL to first rows', ({ deepLink }) => deepLink)
  record('Tab URL to first rows, warm cache', ({ warmDeepLink }) => warmDeepLink)
}

/** Records the number of sequential round trips, per round, from times at round trips of 200 and 600 ms. */
function recordRoundTrips(bench: Bench, visits: Record<RoundTrip, Visits>): void {
  const record = (name: string, of: (visit: Visit) => number) => {
    const [near, far] = [both(visits[200], of), both(visits[600], of)]
    const slope = (build: 'subject' | 'reference') =>
      far[build].map((time, round) => (time - (near[build][round] ?? Number.NaN)) / 400)
    const values = { unit: 'round trips', subject: slope('subject'), reference: slope('reference') }
    bench.record(`${name}, (T600 − T200) / 400`, values)
  }
  record('Critical path of a deep link', ({ deepLink }) => deepLink)
  record('Sequential requests to /login', ({ login }) => login)
  record('Sequential requests from sign-in to first rows', ({ signIn }) => signIn)
}

function recordTraffic(bench: Bench, visits: Visits): void {
  const record = (name: string, of: (visit: Visit) => number) =>
    bench.record(name, { unit: 'KB gzip', ...both(visits, (each) => of(each) / 1000) })
  record('Scripts and styles of /login', ({ bytes }) => bytes.login)
  record('Scripts and styles to the first rows', ({ bytes }) => bytes.firstTab)
  record('Scripts and styles of all five tabs', ({ bytes }) => bytes.allTabs)
  bench.record('Requests to the first rows', { unit: 'requests', ...both(visits, ({ requests }) => requests) })
}

function both(visits: Visits, of: (visit: Visit) => number) {
  return { subject: visits.canje.map(of), reference: visits.reference.map(of) }
}
