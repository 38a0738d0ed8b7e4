import { type CDPSession, expect, type Page } from '@playwright/test'

/** Repetitions before the first and the last measurement. */
const [FEW, MANY] = [5, 25]
/** Of the two measurements of work. */
const ROWS = [500, 5_000] as const
/** Of the counts, for a tab that works all the time. */
const MAX_TAKES = 20
const TIMERS = 'canjeTimers'
/** In bytes per repetition: what the engine keeps by itself is less. */
const HEAP = 100_000
/** Texts of a repetition have it, to be found in the heap. */
export const markOf = (index: number) => `zq${index}zq`
const MARK = /zq(\d+)zq/g
/** What the framework keeps of the last repetitions. */
const MAX_KEPT = 5

/** Requires that a page holds no more after 25 repetitions than after 5. @param name of one repetition, such as `opening` */
export async function expectNoGrowth(
  page: Page,
  name: string,
  once: (index: number) => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const measures: Record<string, number>[] = []
  for (let index = 0; index < MANY; index++) {
    if (index === FEW) measures.push(await measure(page, session))
    await once(index)
  }
  measures.push(await measure(page, session))
  const [before = {}, after = {}] = measures
  const grownBy = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0)
  const grown = Object.keys(after).filter((kind) => grownBy(kind) >= (MANY - FEW) * (kind === 'bytes' ? HEAP : 1))
  expect(
    grown.map((kind) => `${grownBy(kind)} ${kind}`),
    `What grows by ${MANY - FEW} times one ${name}`,
  ).toEqual([])
  const kept = await marksInHeap(session)
  expect(kept.length, `Times one ${name} of which the page keeps texts: ${kept}`).toBeLessThanOrEqual(MAX_KEPT)
  await session.detach()
}

async function measure(page: Page, session: CDPSession): Promise<Record<string, number>> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
  const { usedSize: bytes } = await session.send('Runtime.getHeapUsage')
  const timers = await page.evaluate((name) => Reflect.get(window, name)?.size, TIMERS)
  return { nodes, listeners, bytes, timers, workers: page.workers().length }
}

/** The repetitions of which the heap has a text. */
async function marksInHeap(session: CDPSession): Promise<string[]> {
  const found = new Set<string>()
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    for (const [, index = ''] of chunk.matchAll(MARK)) found.add(index)
  })
  await session.send('HeapProfiler.takeHeapSnapshot')
  return [...found]
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
    for (let takes = 0, idle = 0; takes < MAX_TAKES && idle < 3; takes++) {
      const count = await calls()
      sum += count
      idle = count === 0 ? idle + 1 : 0
      await page.waitForTimeout(200)
    }
    work.push(sum)
  }
  await session.detach()
  const [few = 0, many = 0] = work
  const linear = Math.max(few, ROWS[1] / 100) * (ROWS[1] / ROWS[0])
  expect(many / linear, `Work at ${ROWS[1]} rows, as a multiple of linear: it was ${few} at ${ROWS[0]}`).toBeLessThan(3)
}

/** Runs in the page, before all other scripts. */
export function countTimers(): void {
  const timers = new Set<unknown>()
  const { setInterval, setTimeout, clearInterval, clearTimeout } = window
  Object.assign(window, {
    canjeTimers: timers,
    setInterval(...args: Parameters<typeof setInterval>) {
      const timer = setInterval(...args)
      timers.add(timer)
      return timer
    },
    setTimeout(run: TimerHandler, ms?: number, ...args: unknown[]) {
      const end = () => {
        timers.delete(timer)
        if (typeof run === 'function') run(...args)
      }
      const timer = setTimeout(end, ms)
      timers.add(timer)
      return timer
    },
    clearInterval: (timer: number) => {
      timers.delete(timer)
      clearInterval(timer)
    },
    clearTimeout: (timer: number) => {
      timers.delete(timer)
      clearTimeout(timer)
    },
  })
}
