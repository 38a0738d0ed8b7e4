import { waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Thrown, watchErrors } from './thrown-errors'

const report = vi.fn<(errors: Thrown[]) => void>()

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

const fail = (error: unknown, lineno = 1) =>
  dispatchEvent(
    new ErrorEvent('error', { error, message: `Uncaught ${error}`, filename: 'http://r.test/a.js', lineno }),
  )
/** jsdom has no events of rejections. */
const rejection = (type: string, reason: unknown, promise = new Promise(() => undefined)) =>
  dispatchEvent(Object.assign(new Event(type), { reason, promise }))
/** Leaves the page, which ends the delay. */
const leave = () => dispatchEvent(new Event('pagehide'))
const messages = () => report.mock.calls.flat(2).map(({ error }) => String(error))

it('reports what was thrown and rejected, once, after a delay', async () => {
  const error = new Error('mala')
  fail(error)
  fail(new Error('mala'))
  rejection('unhandledrejection', 'no')
  expect(report).not.toHaveBeenCalled()
  await waitFor(() => expect(report).toHaveBeenCalledOnce())
  expect(report).toHaveBeenCalledWith([
    { error, message: 'Uncaught Error: mala', place: 'http://r.test/a.js:1:0' },
    { error: 'no' },
  ])
})

it('reports at once when the page is left', () => {
  fail(new Error('mala'))
  leave()
  expect(messages()).toEqual(['Error: mala'])
})

it('leaves out a rejection that is handled later', () => {
  const promise = new Promise(() => undefined)
  rejection('unhandledrejection', new Error('handled'), promise)
  rejection('unhandledrejection', new Error('mala'))
  rejection('rejectionhandled', new Error('handled'), promise)
  leave()
  expect(messages()).toEqual(['Error: mala'])
})

it('takes few of thousands of errors, and leaves room for another place', () => {
  for (let count = 0; count < 10_000; count++) fail(new Error(`mala ${count}`))
  fail(new Error('other'), 2)
  leave()
  expect(messages()).toHaveLength(21)
  expect(messages().at(-1)).toBe('Error: other')
})

it('takes another error after thousands of the same one', () => {
  for (let count = 0; count < 10_000; count++) fail(new Error('mala'))
  fail(new Error('otra'))
  leave()
  expect(messages()).toEqual(['Error: mala', 'Error: otra'])
})

it('takes few from many places', () => {
  for (let count = 0; count < 10_000; count++) fail(new Error('mala'), count)
  leave()
  expect(messages()).toHaveLength(100)
})

it.each([
  [
    'a getter that throws',
    {
      get message() {
        throw new Error('x')
      },
    },
  ],
  ['nothing', undefined],
  ['a symbol', Symbol('x')],
  ['an object that is no text', Object.create(null)],
  ['a message that is no text', { message: Object.create(null) }],
])('takes a rejection with %s', (_what, reason) => {
  rejection('unhandledrejection', reason)
  leave()
  expect(report.mock.lastCall?.[0][0]?.error).toBe(reason)
})
