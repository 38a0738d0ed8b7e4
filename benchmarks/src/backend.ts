import { installations } from 'reference-backend/testing'
import { CommandError } from 'workspace'
import { throughput } from './backend-calls'
import { measureCompression } from './backend-compression'
import { openEmbedded, openPostgres, type Place } from './backend-places'
import { measureSlowClients } from './backend-slow-clients'
import { workShift } from './backend-staff'
import { measureTables } from './backend-tables'
import type { Bench, Suite } from './suite'
import { type Bound, bound } from './threshold'

const places = [openPostgres, openEmbedded]
const smallCalls: { path: string; body: object; expected: number; bound?: Bound }[] = [
  { path: 'DeleteCode', body: { prmCodeId: -1 }, expected: 404, bound: bound.ratioAtLeast(0.9) },
  // The bare server asks for the whole list at once.
  { path: 'SelectScores', body: { prmNameOrPhone: '+573000000007' }, expected: 200 },
]

/** The reference backend beside what it is made of: its database, and Node's own HTTP server. */
export const backend: Suite = {
  title: 'The reference backend against its database alone, and against a bare `node:http` server',
  async run(bench) {
    const [tableRows, staffRows] = bench.quick ? [20_000, 1_000] : [1_000_000, 10_000]
    const isOpened: boolean[] = []
    for (const open of places) {
      isOpened.push(
        await within(
          () => open(tableRows),
          async (place) => {
            await measureTables(bench, place)
            await measureSlowClients(bench, place)
          },
        ),
      )
    }
    for (const open of places) {
      await within(
        () => open(staffRows),
        async (place) => {
          await measureSmallCalls(bench, place)
          await measureCompression(bench, place)
          await measureShift(bench, place)
        },
      )
    }
    // A first impression does without PostgreSQL where there is none; what is published does not.
    if (isOpened.includes(false) && !bench.quick)
      throw new CommandError(`There is no PostgreSQL in ${installations}: install one, or nothing of this is kept.`)
  },
}

/** @returns whether the place is there */
async function within(
  open: () => Promise<Place | undefined>,
  measure: (place: Place) => Promise<void>,
): Promise<boolean> {
  const place = await open()
  if (!place) return false
  try {
    await measure(place)
  } finally {
    await place.close()
  }
  return true
}

async function measureSmallCalls({ quick, measure }: Bench, { engine, host }: Place): Promise<void> {
  const { apiUrl, bareUrl } = host
  if (!bareUrl) return
  for (const { path, body, expected, ...bounded } of smallCalls) {
    const load = { calls: quick ? 200 : 2_000, concurrent: 8, expected }
    const callsAt = (url: string) => async () =>
      throughput({ url: `${url}/${path}`, authorization: await host.signIn(), body }, load)
    await measure(`${path}, a small answer, ${engine}`, {
      unit: 'calls/s',
      subject: callsAt(apiUrl),
      reference: callsAt(bareUrl),
      ...bounded,
    })
  }
}

async function measureShift({ quick, stop, record }: Bench, { engine, host }: Place): Promise<void> {
  const seconds = quick ? 5 : 60
  const { calls, errors, wrongCodes } = await workShift(host, seconds, stop)
  const name = `50 staff at once, ${engine}`
  record(`${name}: calls`, { unit: 'calls/s', subject: [calls / seconds] })
  record(`${name}: errors`, { unit: 'calls', subject: [errors], bound: bound.atMost(0) })
  record(`${name}: codes lost or doubled`, { unit: 'codes', subject: [wrongCodes], bound: bound.atMost(0) })
}
