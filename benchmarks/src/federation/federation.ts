import { MAX_REMOTES } from '@canje/registry'
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
      const { visits, fullMenu } = await runVisits(bench, site)
      for (const roundTrip of ROUND_TRIPS) recordTimes(bench, visits[roundTrip], roundTrip)
      recordRoundTrips(bench, visits)
      recordTraffic(bench, visits[0], fullMenu)
    } finally {
      await site.close()
    }
  },
}

/** Visits both builds in each round, in turn first, because the first one warms caches of the machine. */
async function runVisits(bench: Bench, site: Site) {
  const browser = await openBrowser(bench.stop)
  const visits = { 0: noVisits(), 200: noVisits(), 600: noVisits() }
  const fullMenu: Visit[] = []
  const builds: Build[] = ['canje', 'reference']
  try {
    for (let round = 0; round < bench.runs; round++, builds.reverse()) {
      for (const roundTrip of ROUND_TRIPS) {
        for (const build of builds) {
          bench.stop.throwIfAborted()
          visits[roundTrip][build].push(await visit(browser, site.serve(build, roundTrip)))
        }
      }
      fullMenu.push(await visit(browser, site.serveFullMenu()))
    }
    return { visits, fullMenu }
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

/** @param fullMenu visits of Canje with a long menu, which are compared with those of a short one */
function recordTraffic(bench: Bench, visits: Visits, fullMenu: Visit[]): void {
  const menus = { canje: fullMenu, reference: visits.canje }
  const full = `, ${MAX_REMOTES} remotes against 5`
  const record = (name: string, compared: Visits, of: (visit: Visit) => number, unit = 'KB gzip') =>
    bench.record(name, { unit, ...both(compared, of) })
  record('Scripts and styles of /login', visits, ({ bytes }) => bytes.login / 1000)
  for (const [of, compared] of [['', visits] as const, [full, menus] as const]) {
    record(`Scripts and styles to the first rows${of}`, compared, ({ bytes }) => bytes.firstTab / 1000)
    record(`Requests to the first rows${of}`, compared, ({ requests }) => requests, 'requests')
  }
  record('Scripts and styles of all five tabs', visits, ({ bytes }) => bytes.allTabs / 1000)
}

function both(visits: Visits, of: (visit: Visit) => number) {
  return { subject: visits.canje.map(of), reference: visits.reference.map(of) }
}
