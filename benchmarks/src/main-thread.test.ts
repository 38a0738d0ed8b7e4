import { expect, it } from 'vitest'
import { longestTask } from './main-thread'

const page = { pid: 1, tid: 2 }
const named = { ...page, name: 'thread_name', ph: 'M', args: { name: 'CrRendererMain' } }
const runs = { ...page, name: 'FunctionCall', ph: 'X', args: { data: { url: 'http://localhost/main.js' } } }
const requests = {
  ...runs,
  name: 'ResourceSendRequest',
  ts: 5,
  args: { data: { url: 'http://localhost/SelectCodes' } },
}
const task = (ts: number, tdur: number) => ({ ...page, name: 'RunTask', ph: 'X', ts, tdur })

/** A stub browser whose trace consists of these events. */
const traced = (...traceEvents: object[]) => ({
  startTracing: async () => undefined,
  stopTracing: async () => Buffer.from(JSON.stringify({ traceEvents })),
})
const nothing = async () => undefined

it('returns the longest task of a page, in milliseconds', async () => {
  const browser = traced(named, runs, task(1, 9_000), task(6, 7_000), { ...task(7, 99_000), tid: 3 })
  expect(await longestTask(browser, undefined, nothing)).toBe(9)
})

it('counts only tasks after the request for a URL', async () => {
  const browser = traced(named, runs, requests, task(1, 9_000), task(6, 7_000))
  expect(await longestTask(browser, 'SelectCodes', nothing)).toBe(7)
})

it.each([
  ['no page', undefined, [runs, task(1, 9_000)], 'The trace has no task of an HTTP page.'],
  ['no task', undefined, [named, runs], 'The trace has no task of an HTTP page.'],
  ['no request', 'SelectCodes', [named, runs, task(1, 9_000)], 'No page has requested SelectCodes.'],
])('rejects a trace with %s', async (_what, since, events, message) => {
  await expect(longestTask(traced(...events), since, nothing)).rejects.toThrow(message)
})
