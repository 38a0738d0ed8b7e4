import { chromium } from '@playwright/test'
import { findChromium } from 'local-stack/src/testing/chromium'
import { bound } from '../bound'
import type { Bench, Suite } from '../suite'
import { recordEntries } from './entries'
import { type Build, openSite, type Site } from './site'
import { OTHER_TABS, type Visit, visit } from './visit'

/** Where people are: the round trip in milliseconds, the line in bit/s. */
const PLACES = [
  { name: '0 ms', roundTrip: 0 },
  { name: '200 ms', roundTrip: 200 },
  { name: '600 ms', roundTrip: 600 },
  { name: '200 ms, 4 Mbit/s', roundTrip: 200, bandwidth: 4_000_000 },
] as const
type Place = (typeof PLACES)[number]['name']
type Visits = Record<Build, Visit[]>

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** Canje against the same sources as one bundle, in headless Chromium. */
export const federation: Suite = {
  title: 'Six programs against one bundle',
  async run(bench) {
    const site = await openSite(bench.stop)
    try {
      const visits = await visitAll(bench, site)
      for (const { name, roundTrip } of PLACES) recordTimes(bench, visits[name], name, roundTrip)
      recordRoundTrips(bench, visits)
      recordTraffic(bench, visits['0 ms'])
      recordEntries(bench)
    } finally {
      await site.close()
    }
  },
}

async function visitAll(bench: Bench, site: Site): Promise<Record<Place, Visits>> {
  const executablePath = await findChromium(process.env, bench.stop)
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  try {
    const visits = PLACES.map(({ name }) => [name, { canje: [], reference: [] } as Visits] as const)
    const byPlace = Object.fromEntries(visits) as Record<Place, Visits>
    for (let round = 0; round < bench.runs; round++) {
      for (const place of PLACES) {
        // Each goes first as often as the other.
        const builds: Build[] = round % 2 === 0 ? ['canje', 'reference'] : ['reference', 'canje']
        for (const build of builds) {
          bench.stop.throwIfAborted()
          site.show(build, place.roundTrip)
          const bandwidth = 'bandwidth' in place ? place.bandwidth : undefined
          byPlace[place.name][build].push(await visit(browser, site.origin, bandwidth))
        }
      }
    }
    return byPlace
  } finally {
    await browser.close()
  }
}

function recordTimes(bench: Bench, visits: Visits, place: Place, roundTrip: number): void {
  const cold = bound.ratioAtMost(roundTrip === 0 ? 1.05 : 1)
  const record = (name: string, of: (visit: Visit) => number, limit = cold) =>
    bench.record(`${name}, ${place}`, { unit: 'ms', ...both(visits, of), bound: limit })
  record('/login usable', ({ login }) => login)
  record('Sign-in to the first rows of Usuarios', ({ signIn }) => signIn)
  for (const label of OTHER_TABS) record(`First opening of ${label}`, ({ tabs }) => tabs[label])
  record('First opening of Usuarios, pressed at once', ({ atOnce }) => atOnce)
  record('Address of a tab to its first rows', ({ deepLink }) => deepLink)
  record('The same, warm cache', ({ warmDeepLink }) => warmDeepLink, bound.ratioAtMost(1.02))
}

function recordRoundTrips(bench: Bench, visits: Record<Place, Visits>): void {
  const perRoundTrip = (build: Build, of: (visit: Visit) => number) =>
    visits['600 ms'][build].map((far, round) => {
      const near = visits['200 ms'][build][round]
      return near ? (of(far) - of(near)) / 400 : Number.NaN
    })
  const record = (name: string, of: (visit: Visit) => number, limit: number) =>
    bench.record(name, {
      unit: 'round trips',
      subject: perRoundTrip('canje', of),
      reference: perRoundTrip('reference', of),
      bound: bound.atMost(limit),
    })
  record('Critical path of a deep link, (T600 − T200) / 400', ({ deepLink }) => deepLink, 2)
  record('Chain of requests to /login, (T600 − T200) / 400', ({ login }) => login, 3)
}

function recordTraffic(bench: Bench, visits: Visits): void {
  const inKilobytes = (of: (visit: Visit) => number) => both(visits, (each) => of(each) / 1000)
  const record = (name: string, of: (visit: Visit) => number, ratio: number) =>
    bench.record(name, { unit: 'KB gzip', ...inKilobytes(of), bound: bound.ratioAtMost(ratio) })
  bench.record('Scripts and styles of /login', { unit: 'KB gzip', ...inKilobytes(({ bytes }) => bytes.login) })
  record('Scripts and styles to the first rows', ({ bytes }) => bytes.firstTab, 1.2)
  record('Scripts and styles of all five tabs', ({ bytes }) => bytes.allTabs, 1.15)
  const requests = both(visits, ({ requests }) => requests.firstTab)
  bench.record('Requests to the first rows', { unit: 'requests', ...requests, bound: bound.atMost(16) })
  const again = visits.canje.map(({ requests }) => requests.reopening)
  bench.record('Requests when a tab is opened again', { unit: 'requests', subject: again, bound: bound.atMost(0) })
  bench.record('Opening a tab again', { unit: 'ms', ...both(visits, ({ reopening }) => reopening) })
}

function both({ canje, reference }: Visits, of: (visit: Visit) => number) {
  return { subject: canje.map(of), reference: reference.map(of) }
}
