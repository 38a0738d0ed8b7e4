import { CommandError } from '@canje/cli/project'
import { installations } from '@canje/reference-backend/testing'
import { measureCompression } from './backend-compression'
import { type BackendFixture, openEmbedded, openPostgres } from './backend-fixtures'
import { throughput } from './backend-requests'
import { measureSlowClients } from './backend-slow-clients'
import { simulateStaff } from './backend-staff'
import { measureTables } from './backend-tables'
import type { Bench, Suite } from './suite'
import { type Threshold, threshold } from './threshold'

const openers = [openPostgres, openEmbedded]
const smallRequests: { path: string; body: object; expected: number; threshold?: Threshold }[] = [
  { path: 'DeleteCode', body: { prmCodeId: -1 }, expected: 404, threshold: threshold.ratioAtLeast(0.9) },
  // Without a threshold: the bare server fetches the whole list at once, the backend reads it in pages.
  { path: 'SelectScores', body: { prmNameOrPhone: '+573000000007' }, expected: 200 },
]

/** The reference backend against its components: its database, and Node's HTTP server. */
export const backend: Suite = {
  title: 'The reference backend against its database alone, and against a bare `node:http` server',
  async run(bench) {
    const [tableRows, staffRows] = bench.quick ? [20_000, 1_000] : [1_000_000, 10_000]
    const isAvailable: boolean[] = []
    for (const open of openers) {
      isAvailable.push(
        await within(
          () => open(tableRows),
          async (fixture) => {
            await measureTables(bench, fixture)
            await measureSlowClients(bench, fixture)
          },
        ),
      )
    }
    for (const open of openers) {
      await within(
        () => open(staffRows),
        async (fixture) => {
          await measureSmallRequests(bench, fixture)
          await measureCompression(bench, fixture)
          await measureConcurrentStaff(bench, fixture)
        },
      )
    }
    // Published results need both engines; `--quick` may run without PostgreSQL.
    if (isAvailable.includes(false) && !bench.quick)
      throw new CommandError(`There is no PostgreSQL in ${installations}. Install it: results are stored only with it.`)
  },
}

/** @returns whether the fixture is available */
async function within(
  open: () => Promise<BackendFixture | undefined>,
  measure: (fixture: BackendFixture) => Promise<void>,
): Promise<boolean> {
  const fixture = await open()
  if (!fixture) return false
  try {
    await measure(fixture)
  } finally {
    await fixture.close()
  }
  return true
}

async function measureSmallRequests({ quick, measure }: Bench, { engine, host }: BackendFixture): Promise<void> {
  const { apiUrl, bareUrl } = host
  if (!bareUrl) return
  for (const { path, body, expected, ...options } of smallRequests) {
    const load = { requests: quick ? 200 : 2_000, concurrent: 8, expected }
    const throughputAt = (url: string) => async () =>
      throughput({ url: `${url}/${path}`, authorization: await host.signIn(), body }, load)
    await measure(`${path}, a small response, ${engine}`, {
      unit: 'requests/s',
      subject: throughputAt(apiUrl),
      reference: throughputAt(bareUrl),
      ...options,
    })
  }
}

async function measureConcurrentStaff({ quick, stop, record }: Bench, { engine, host }: BackendFixture): Promise<void> {
  const seconds = quick ? 5 : 60
  const { requests, errors, wrongCodes } = await simulateStaff(host, seconds, stop)
  const name = `50 concurrent users, ${engine}`
  record(`${name}: throughput`, { unit: 'requests/s', subject: [requests / seconds] })
  record(`${name}: errors`, { unit: 'requests', subject: [errors], threshold: threshold.atMost(0) })
  record(`${name}: codes lost or duplicated`, { unit: 'codes', subject: [wrongCodes], threshold: threshold.atMost(0) })
}
