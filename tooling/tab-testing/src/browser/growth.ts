import { type CDPSession, expect, type Page } from '@playwright/test'

/** Openings before the first and the last measurement. */
const [FEW, MANY] = [5, 25]
/** Of the two measurements of work. */
const ROWS = [500, 5_000] as const
/** In ms, between two counts of the work. */
const TAKE = 200
/** Counts without work after which a tab has done its work, and counts of a tab that works all the time. */
const [IDLE_TAKES, MAX_TAKES] = [6, 30]
/** What the engine and the shell keep by themselves of one opening is less: of the bytes, a third. */
const LIMITS: Record<string, number> = { bytes: 100_000, elements: 1, listeners: 1 }

/** Requires that a page holds no more after 25 openings of a tab than after 5. */
export async function expectNoGrowth(page: Page, open: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const openings = async (count: number) => {
    for (let opened = 0; opened < count; opened++) await open()
    return measure(session)
  }
  const before = await openings(FEW)
  const after = await openings(MANY - FEW)
  const grownBy = (kind: string) => ((after[kind] ?? 0) - (before[kind] ?? 0)) / (MANY - FEW)
  const grown = Object.entries(LIMITS).filter(([kind, limit]) => grownBy(kind) >= limit)
  expect(
    grown.map(([kind]) => `${grownBy(kind)} ${kind}`),
    'What the page holds more by each opening of the tab',
  ).toEqual([])
  await session.detach()
}

async function measure(session: CDPSession): Promise<Record<string, number>> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes: elements, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
  const { usedSize: bytes } = await session.send('Runtime.getHeapUsage')
  return { bytes, elements, listeners }
}

/** Requires that the calls and loops of a script grow with the rows. @param isOwn whether it is the tab's, by its URL */
export async function expectLinear(
  page: Page,
  isOwn: (url: string) => boolean,
  openWith: (rows: number) => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const calls = async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage')
    const functions = result.filter(({ url }) => isOwn(url)).flatMap((script) => script.functions)
    return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)
  }
  const work: number[] = []
  for (const rows of ROWS) {
    await openWith(rows)
    let sum = 0
    // A tab may go on when the network is quiet.
    for (let takes = 0, idle = 0; takes < MAX_TAKES && idle < IDLE_TAKES; takes++) {
      const count = await calls()
      sum += count
      idle = count === 0 ? idle + 1 : 0
      await page.waitForTimeout(TAKE)
    }
    work.push(sum)
  }
  await session.detach()
  const [few = 0, many = 0] = work
  const linear = Math.max(few, ROWS[1] / 100) * (ROWS[1] / ROWS[0])
  expect(many / linear, `Work at ${ROWS[1]} rows, as a multiple of linear: it was ${few} at ${ROWS[0]}`).toBeLessThan(3)
}
