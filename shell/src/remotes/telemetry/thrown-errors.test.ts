import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Thrown } from './event'
import { textOf, watchErrors } from './thrown-errors'

const report = vi.fn<(thrown: Thrown) => void>()

let listeners: Parameters<typeof addEventListener>[]

beforeAll(() => {
  vi.spyOn(globalThis, 'addEventListener')
  watchErrors(report)
  listeners = [...vi.mocked(addEventListener).mock.calls]
  vi.restoreAllMocks()
})
afterAll(() => {
  // The other tests share this page.
  for (const [type, listener] of listeners) removeEventListener(type, listener)
})
beforeEach(() => report.mockReset())

const error = new Error('mala')

it('reports what was thrown, with its place, and what was rejected', () => {
  dispatchEvent(new ErrorEvent('error', { error, filename: 'http://r.test/a.js', lineno: 1 }))
  // jsdom has no events of rejections.
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no' }))
  expect(report.mock.calls).toEqual([[{ error, place: 'http://r.test/a.js:1:0' }], [{ error: 'no' }]])
})

it.each(['ResizeObserver loop completed with undelivered notifications.', 'Script error.'])(
  'ignores "%s"',
  (message) => {
    dispatchEvent(new ErrorEvent('error', { error: null, message }))
    expect(report).not.toHaveBeenCalled()
  },
)

it.each<[what: string, error: unknown, message: string]>([
  ['an error', error, 'mala'],
  ['a text', 'mala', 'mala'],
  ['a symbol', Symbol('x'), 'Symbol(x)'],
  ['nothing', undefined, ''],
  ['null', null, ''],
  ['an object that is no text', Object.create(null), ''],
  ['a message that is no text', { message: 7 }, '7'],
])('reads the message of %s', (_what, thrown, message) => {
  expect(textOf(thrown, 'message')).toBe(message)
})
