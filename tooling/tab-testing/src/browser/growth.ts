import { isFirefox } from '@canje/cli/release/tab-in-shell'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import type { Tab } from './tab'

/** Openings before the first and the last measurement. */
const [FEW, MANY] = [5, 25]
/** Of the two measurements of work. */
const ROWS = [500, 5_000] as const
/** In ms, between two counts of the work. */
const TAKE = 200
/** Counts without work after which a tab has done its work, and counts of a tab that works all the time. */
const [IDLE_TAKES, MAX_TAKES] = [6, 30]
/** Texts of an opening have it, to be found in the heap. */
export const markOf = (opening: number) => `zq${opening}zq`
const MARK = /zq(\d+)zq/g
/** Openings of which React and the shell keep texts: the last ones. */
const MAX_KEPT = 5

/**
 * Requires that a page holds no more elements and listeners after 25 openings of a tab than after 5, and texts of the last
 * openings only.
 *
 * @param open shows texts with {@link markOf}
 */
export async function expectNoGrowth(page: Page, open: (opening: number) => Promise<unknown>): Promise<void> {
  const session = await devTools(page)
  for (let opening = 0; opening < FEW; opening++) await open(opening)
  const before = await measure(session)
  for (let opening = FEW; opening < MANY; opening++) await open(opening)
  const after = await measure(session)
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
  expect(
    grown.filter(([, count]) => count >= MANY - FEW),
    `What the page holds more by ${MANY - FEW} openings of the tab`,
  ).toEqual([])
  const kept = await marksInHeap(session)
  expect(kept.length, `Openings of which the page keeps texts: ${kept}`).toBeLessThanOrEqual(MAX_KEPT)
  await session.detach()
}

/** Skips the test in Firefox, which has no such protocol. */
function devTools(page: Page): Promise<CDPSession> {
  test.skip(isFirefox(page.context()), 'Only Chromium measures it.')
  return page.context().newCDPSession(page)
}

async function measure(session: CDPSession): Promise<Record<string, number>> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes: elements, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
  return { elements, listeners }
}

/** The openings of which the heap has a text. */
async function marksInHeap(session: CDPSession): Promise<string[]> {
  const found = new Set<string>()
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    for (const [, opening = ''] of chunk.matchAll(MARK)) found.add(opening)
  })
  await session.send('HeapProfiler.takeHeapSnapshot')
  return [...found]
}

/** Requires that the calls and loops of a tab grow with the rows. */
export async function expectLinear(tab: Tab, openWith: (rows: number) => Promise<unknown>): Promise<void> {
  const { page, remote } = tab
  const session = await devTools(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // Loops are counted in what is compiled since then.
  await tab.open()
  const calls = async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage')
    const functions = result.filter(({ url }) => url.includes(`/${remote}/`)).flatMap((script) => script.functions)
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
