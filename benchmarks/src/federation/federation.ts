import { openBrowser } from '../browser'
import { inTurn } from '../interleave'
import type { Bench, Suite } from '../suite'
import { bound } from '../threshold'
import { recordEntries } from './entries'
import { type Reopening, reopen } from './reopening'
import { type Build, openSite, type Site } from './site'
import { OTHER_TABS, type Visit, visit, visitDeepLink } from './visit'

/** Where people are: the round trip in milliseconds, the line in bit/s. */
const PLACES = [
  { name: '0 ms', roundTrip: 0 },
  { name: '200 ms', roundTrip: 200 },
  { name: '600 ms', roundTrip: 600 },
  { name: '200 ms, 4 Mbit/s', roundTrip: 200, bandwidth: 4_000_000 },
] as const
type Place = (typeof PLACES)[number]['name']
type Visits = Record<Build, Visit[]>
type Reopenings = Record<Build, Reopening[]>
type Times = Record<Build, number[]>

/** Where the services stand behind the shell's origin, whose calls need no preflight. */
const FAR_AND_NEAR = [200, 600] as const

/** Canje against the same sources as one bundle, in headless Chromium. */
export const federation: Suite = {
  title: 'Six programs against one bundle',
  async run(bench) {
    const site = await openSite(bench.stop)
    try {
      const { visits, deepLinks, reopenings } = await visitAll(bench, site)
      for (const { name, roundTrip } of PLACES) recordTimes(bench, visits[name], name, roundTrip)
      recordRoundTrips(bench, visits)
      recordWithServices(bench, deepLinks)
      recordTraffic(bench, visits['0 ms'])
      recordReopenings(bench, reopenings)
      recordEntries(bench)
    } finally {
      await site.close()
    }
  },
}

interface AllVisits {
  visits: Record<Place, Visits>
  /** By the round trip, with the services behind the shell's origin. */
  deepLinks: Record<(typeof FAR_AND_NEAR)[number], Times>
  /** Without delay. */
  reopenings: Reopenings
}

async function visitAll(bench: Bench, site: Site): Promise<AllVisits> {
  const browser = await openBrowser(bench.stop, [`--ignore-certificate-errors-spki-list=${site.pin}`])
  try {
    const visits = PLACES.map(({ name }) => [name, ofEach<Visit>()] as const)
    const byPlace = Object.fromEntries(visits) as Record<Place, Visits>
    const deepLinks: AllVisits['deepLinks'] = { 200: ofEach<number>(), 600: ofEach<number>() }
    const reopenings = ofEach<Reopening>()
    for (let round = 0; round < bench.runs; round++) {
      const builds = inTurn<Build>(['canje', 'reference'], round)
      for (const place of PLACES) {
        for (const build of builds) {
          bench.stop.throwIfAborted()
          const origin = site.show(build, place.roundTrip)
          const bandwidth = 'bandwidth' in place ? place.bandwidth : undefined
          byPlace[place.name][build].push(await visit(browser, origin, bandwidth))
        }
      }
      for (const build of builds) {
        bench.stop.throwIfAborted()
        reopenings[build].push(await reopen(browser, site.show(build, 0)))
      }
      for (const roundTrip of FAR_AND_NEAR) {
        for (const build of builds) {
          bench.stop.throwIfAborted()
          deepLinks[roundTrip][build].push(await visitDeepLink(browser, site.showWithServices(build, roundTrip)))
        }
      }
    }
    return { visits: byPlace, deepLinks, reopenings }
  } finally {
    await browser.close()
  }
}

function ofEach<Seen>(): Record<Build, Seen[]> {
  return { canje: [], reference: [] }
}

function recordTimes(bench: Bench, visits: Visits, place: Place, roundTrip: number): void {
  const cold = bound.ratioAtMost(roundTrip === 0 ? 1.05 : 1)
  const warm = bound.ratioAtMost(1.02)
  const record = (name: string, of: (visit: Visit) => number, limit = cold) =>
    bench.record(`${name}, ${place}`, { unit: 'ms', ...both(visits, of), bound: limit })
  record('/login usable', ({ login }) => login)
  record('Sign-in to the first rows of Usuarios', ({ signIn }) => signIn)
  record('Sign-in to the first rows of Usuarios, typed in no time', ({ signInAtOnce }) => signInAtOnce)
  for (const label of OTHER_TABS) record(`First opening of ${label}`, ({ tabs }) => tabs[label])
  record('First opening of Usuarios, pressed at once', ({ atOnce }) => atOnce)
  record('Address of a tab to its first rows', ({ deepLink }) => deepLink)
  record('Address of a tab to its first rows, warm cache', ({ warmDeepLink }) => warmDeepLink, warm)
}

function recordRoundTrips(bench: Bench, visits: Record<Place, Visits>): void {
  const record = (name: string, of: (visit: Visit) => number, limit: number) =>
    bench.record(`${name}, (T600 − T200) / 400`, {
      unit: 'round trips',
      ...perRoundTrip(both(visits['200 ms'], of), both(visits['600 ms'], of)),
      bound: bound.atMost(limit),
    })
  record('Critical path of a deep link', ({ deepLink }) => deepLink, 2)
  record('Chain of requests to /login', ({ login }) => login, 3)
  record('Chain of requests from a sign-in to the first rows', ({ signIn }) => signIn, 3)
  record("Chain of requests from a tab's address to its first rows", ({ deepLink }) => deepLink, 3)
}

/** The address of a tab, with the services behind the shell's origin. */
function recordWithServices(bench: Bench, deepLinks: AllVisits['deepLinks']): void {
  const itself = (time: number) => time
  const where = `services behind the shell's origin`
  for (const roundTrip of FAR_AND_NEAR) {
    const values = { unit: 'ms', ...both(deepLinks[roundTrip], itself), bound: bound.ratioAtMost(1) }
    bench.record(`Address of a tab to its first rows, ${where}, ${roundTrip} ms`, values)
  }
  const roundTrips = perRoundTrip(both(deepLinks[200], itself), both(deepLinks[600], itself))
  const values = { unit: 'round trips', ...roundTrips, bound: bound.atMost(2) }
  bench.record(`Critical path of a deep link, ${where}, (T600 − T200) / 400`, values)
}

/** By how much each round trip of 400 ms more delays something, round by round. */
function perRoundTrip(near: ReturnType<typeof both>, far: ReturnType<typeof both>) {
  const of = (near: number[], far: number[]) => far.map((time, round) => (time - (near[round] ?? Number.NaN)) / 400)
  return { subject: of(near.subject, far.subject), reference: of(near.reference, far.reference) }
}

function recordTraffic(bench: Bench, visits: Visits): void {
  const inKilobytes = (of: (visit: Visit) => number) => both(visits, (each) => of(each) / 1000)
  const record = (name: string, of: (visit: Visit) => number, ratio: number) =>
    bench.record(name, { unit: 'KB gzip', ...inKilobytes(of), bound: bound.ratioAtMost(ratio) })
  bench.record('Scripts and styles of /login', { unit: 'KB gzip', ...inKilobytes(({ bytes }) => bytes.login) })
  record('Scripts and styles to the first rows', ({ bytes }) => bytes.firstTab, 1.2)
  record('Scripts and styles of all five tabs', ({ bytes }) => bytes.allTabs, 1.15)
  const requests = both(visits, ({ requests }) => requests)
  bench.record('Requests to the first rows', { unit: 'requests', ...requests, bound: bound.atMost(16) })
}

function recordReopenings(bench: Bench, reopenings: Reopenings): void {
  const record = (name: string, of: (requests: Reopening['requests']) => number) => {
    const subject = reopenings.canje.map(({ requests }) => of(requests))
    bench.record(name, { unit: 'requests', subject, bound: bound.atMost(0) })
  }
  record('Requests when a tab is opened again', ({ all }) => all)
  record('Requests when a tab is opened again, besides the registry', ({ besidesRegistry }) => besidesRegistry)
  bench.record('Opening a tab again', { unit: 'ms', ...both(reopenings, ({ time }) => time) })
  const work = both(reopenings, ({ work }) => work)
  bench.record('Longest task of opening a tab again', { unit: 'ms of CPU', ...work, bound: bound.atMost(1000 / 60) })
}

function both<Seen>(visits: Record<Build, Seen[]>, of: (seen: Seen) => number) {
  return { subject: visits.canje.map(of), reference: visits.reference.map(of) }
}
