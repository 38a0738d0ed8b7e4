import { apiClient } from '@canje/shared-auth'
import { afterEach, expect, it, vi } from 'vitest'
import { EventLog } from './event-log'

const event = (id: number, actionId: number, count: number) => ({ id, action: 'create', actionId, codeId: id, count })
const listOf = (newest: number, actionSize: number) =>
  Array.from({ length: newest }, (_, index) =>
    event(newest - index, Math.floor((newest - index) / actionSize), actionSize),
  )

/** Serves a log by pages, which may begin with the event before; a service without pages sends all of it. */
function serve(log: readonly { id: number }[], { hasPages = true, isInclusive = false } = {}) {
  const rows = [...log]
  const get = vi.spyOn(apiClient, 'get').mockImplementation(async (_path, config) => {
    const { prmBefore = Number.POSITIVE_INFINITY, prmLimit }: { prmBefore?: string | number; prmLimit?: number } =
      config?.params ?? {}
    const page = rows.filter(({ id }) => id < Number(prmBefore) + Number(isInclusive)).slice(0, prmLimit)
    return { data: hasPages ? page : rows }
  })
  return { get, rows }
}

afterEach(() => {
  vi.restoreAllMocks()
})

it.each([false, true])('reads a page, then older ones until enough, then the end: %s', async (isInclusive) => {
  const { get } = serve(listOf(3_500, 100), { isInclusive })
  const log = new EventLog()
  await log.readNewest()
  expect(log.actions).toHaveLength(11)
  // Two panels may read the same page.
  const read = () => log.readOlder(() => log.actions.length > 15)
  await Promise.all([read(), read()])
  expect(log.actions).toHaveLength(21)
  expect(log.isComplete).toBe(false)
  await log.readOlder(() => false)
  expect(log.actions).toHaveLength(36)
  expect(log.isComplete).toBe(true)
  expect(get).toHaveBeenCalledTimes(5)
})

it.each([1_000, 1_500])('takes %i events of a service without pages once', async (count) => {
  const { get } = serve(listOf(count, 100), { hasPages: false })
  const log = new EventLog()
  await log.readNewest()
  await log.readOlder(() => false)
  expect(log.isComplete).toBe(true)
  expect(log.actions.reduce((sum, { codes }) => sum + codes.length, 0)).toBe(count)
  expect(get.mock.calls.length).toBeLessThanOrEqual(2)
})

it('adds what is new, and starts again after a gap', async () => {
  const { rows } = serve(listOf(1_200, 100))
  const log = new EventLog()
  await log.readNewest()
  await log.readOlder(() => false)
  rows.unshift(event(1_201, 99, 1))
  await log.readNewest()
  expect(log.actions).toHaveLength(14)
  expect(log.isComplete).toBe(true)
  rows.unshift(...listOf(5_000, 100).slice(0, 3_000))
  await log.readNewest()
  expect(log.actions[0]?.key).toBe('["action","50"]')
  expect(log.isComplete).toBe(false)
})

it('asks for the events before an id with all its digits', async () => {
  const data = listOf(1_000, 1_000).map((row, index) => ({ ...row, id: 9_007_199_254_742_000n - BigInt(index) }))
  const get = vi.spyOn(apiClient, 'get').mockResolvedValue({ data })
  const log = new EventLog()
  await log.readNewest()
  await log.readOlder(() => false)
  expect(get.mock.lastCall?.[1]).toEqual({ params: { prmLimit: 1_000, prmBefore: '9007199254741001' } })
})
