import { Session } from 'node:inspector/promises'
import { cleanup, fireEvent } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { backend } from '../../backend'
import { forgetFocus } from '../../rules/presses'
import { settled } from './settled'
import { sourceFolder } from './source-requests'

/** Openings before the first and the last measurement. */
const OPENINGS = [5, 25] as const
const LETTERS = [3, 13] as const
const [FEW_ROWS, MANY_ROWS] = [500, 5_000] as const
/** Slower than linear by this factor is a finding. */
const MAX_FACTOR = 3

interface Opening {
  endpoints: readonly string[]
  /** Mounts the tab and carries out a read. */
  show: () => Promise<unknown>
}

/** Requires that a tab leaves no timers, listeners and elements behind, however often it is opened and closed. */
export async function openAndClose(show: Opening['show']): Promise<void> {
  const listeners = countListeners()
  async function openUntil(end: number, start = 0) {
    for (let opening = start; opening < end; opening++) {
      await show()
      await settled()
      close()
      // What closes with an animation.
      await vi.advanceTimersByTimeAsync(2_000)
    }
    return {
      timers: vi.getTimerCount(),
      listeners: listeners.count(),
      elements: document.body.querySelectorAll('*').length,
    }
  }
  const [few, many] = OPENINGS
  const before = await openUntil(few)
  const after = await openUntil(many, few)
  listeners.restore()
  const grown = (['timers', 'listeners', 'elements'] as const).filter(
    (kind) => after[kind] - before[kind] >= many - few,
  )
  expect(grown, `What grows with each opening of the tab, from ${few} to ${many}`).toEqual([])
}

/** Requires that typed letters do not add timers. @param field one of an open tab */
export async function typeLetters(field: HTMLInputElement): Promise<void> {
  const counts: number[] = []
  for (const letters of LETTERS) {
    for (let letter = 0; letter < letters; letter++) {
      fireEvent.keyDown(field, { key: 'e' })
      fireEvent.change(field, { target: { value: field.value.length > 9 ? 'e' : `${field.value}e` } })
    }
    await settled()
    await vi.advanceTimersByTimeAsync(2_000)
    counts.push(vi.getTimerCount())
  }
  const [before = 0, after = 0] = counts
  expect(after - before, `Timers that ${LETTERS[1]} typed letters add`).toBeLessThan(LETTERS[1])
}

/** Requires that the work of the remote's own code grows with its rows, not with their square: counted, not timed. */
export async function loadMoreRows({ endpoints, show }: Opening, testFile: string): Promise<void> {
  const work: number[] = []
  for (const count of [FEW_ROWS, MANY_ROWS]) {
    for (const endpoint of endpoints) backend.respond(endpoint, { data: rowsOf(count, 'Ana') })
    work.push(
      await countCalls(sourceFolder(testFile), async () => {
        await show()
        await settled()
      }),
    )
    close()
  }
  for (const endpoint of endpoints) backend.recover(endpoint)
  const [few = 0, many = 0] = work
  const factor = many / Math.max(few, MANY_ROWS / 100) / (MANY_ROWS / FEW_ROWS)
  const hint = `Work at ${MANY_ROWS} rows, by work at ${FEW_ROWS}, as a multiple of linear`
  expect(factor, hint).toBeLessThan(MAX_FACTOR)
}

/** The focus may have been in the tab. */
function close(): void {
  cleanup()
  forgetFocus()
}

function rowsOf(count: number, name: string): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name,
    total_points: index,
    date: `2026-01-01 0${index % 10}:00:00`,
  }))
}

/** Calls of functions in a folder, which the engine counts. Detailed counts miss those of optimized code. */
async function countCalls(folder: string, action: () => Promise<unknown>): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await action()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const own = result.filter(({ url }) => url.includes(`${folder}/`))
    const ranges = own.flatMap(({ functions }) => functions.flatMap((one) => one.ranges))
    return ranges.reduce((sum, { count }) => sum + count, 0)
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
}

/** Counts the listeners of the page, which outlives the tab. A mock would keep all of them in its records. */
function countListeners(): { count(): number; restore(): void } {
  const held = new Map<string, Set<unknown>>()
  const watched = [window, document, document.body].map((target, index) => {
    const { addEventListener, removeEventListener } = target
    const setOf = (type: string) => {
      const key = `${index} ${type}`
      const listeners = held.get(key) ?? new Set()
      held.set(key, listeners)
      return listeners
    }
    function add(type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) {
      const { once, signal } = typeof options === 'object' ? options : {}
      if (!once) setOf(type).add(listener)
      signal?.addEventListener('abort', () => setOf(type).delete(listener))
      addEventListener.call(target, type, listener, options)
    }
    function remove(type: string, listener: EventListener, options?: boolean | EventListenerOptions) {
      setOf(type).delete(listener)
      removeEventListener.call(target, type, listener, options)
    }
    Object.assign(target, { addEventListener: add, removeEventListener: remove })
    return () => Object.assign(target, { addEventListener, removeEventListener })
  })
  return {
    count: () => [...held.values()].reduce((sum, { size }) => sum + size, 0),
    restore: () => {
      for (const restore of watched) restore()
    },
  }
}
