import type { TabReceipts } from '@canje/shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Change, isReceipt } from './change'
import { createChanges } from './change-machine'
import type { Code } from './codes'
import { RESTORABLE_MS } from './stored-receipts'

const MINUTE_MS = 60_000
const codes: Code[] = [{ id: 1, name: 'ABC', userName: null, used: 0, date: null }]
const fault = { kind: 'no-response' } as const
const failure = { text: 'No se sabe.', fault }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The store of a tab, with what its session storage has. */
function setup(current?: unknown) {
  const stored: TabReceipts = {
    current,
    onChange: (receipts) => {
      stored.current = receipts
    },
  }
  const store = createChanges(stored)
  type Step = Parameters<typeof store.step>[1]
  type StepWith = { type: Step; changed: Partial<Change> }
  /** Asks for a change, and takes these steps. */
  function press(kind: Change['kind'], ...steps: (Step | StepWith)[]) {
    const { id } = store.ask({ kind, name: kind })
    const step = (one: Step | StepWith) =>
      typeof one === 'string' ? store.step(id, one) : store.step(id, one.type, one.changed)
    for (const one of steps) step(one)
    return step
  }
  const shown = () => store.getState().changes.find(({ id }) => id === store.getState().shown)
  const receipts = () => store.getState().changes.filter(isReceipt)
  return { ...store, press, shown, receipts, stored }
}
const done = { type: 'done', changed: { codes } } as const

it.each([
  [['send', 'done'], 'done', true],
  [['send', 'repeat', 'done'], 'done', true],
  [['send', 'repeat', 'progress', 'refused'], 'refused', true],
  [['send', 'repeat', 'progress', 'unknown'], 'unknown', true],
  [['send', 'done', 'undo'], undefined, false],
  [['send', 'unknown', 'undo'], undefined, false],
  [['send', 'refused', 'close'], undefined, false],
  [['close'], undefined, false],
  // Without effect.
  [['send', 'close', 'undo', 'done'], 'done', true],
  [['send', 'done', 'send', 'repeat', 'unknown'], 'done', true],
  [['send', 'refused', 'undo'], 'refused', true],
  [['done', 'unknown', 'repeat'], 'asked', false],
] as const)('is after %j: %s', (steps, status, hasReceipt) => {
  const { press, getState, receipts } = setup()
  press('delete', ...steps.map((type) => ({ type, changed: { codes } })))
  expect(getState().changes.map((change) => change.status)).toEqual(status ? [status] : [])
  expect(receipts()).toHaveLength(hasReceipt ? 1 : 0)
})

it('keeps a receipt that is ten minutes old on the screen, and no longer in storage', () => {
  const { press, expire, receipts, stored } = setup()
  press('delete', 'send', done)
  vi.advanceTimersByTime(MINUTE_MS)
  press('create', 'send', done)
  expect(stored.current).toHaveLength(2)
  vi.advanceTimersByTime(RESTORABLE_MS - MINUTE_MS)
  expire()
  expect(stored.current).toMatchObject([{ kind: 'create' }])
  expect(receipts()).toHaveLength(2)
})

it('shows the receipt before one that goes, or the one after it', () => {
  const { press, step, show, shown, getState } = setup()
  for (const kind of ['create', 'delete', 'create'] as const) press(kind, 'send', done)
  const [first, second, third] = getState().changes
  show(second?.id)
  expect(shown()).toBe(second)
  step(third?.id ?? 0, 'undo')
  expect(shown()).toBe(second)
  step(second?.id ?? 0, 'close')
  expect(shown()).toBe(first)
  press('delete', 'send', done)
  show(first?.id)
  step(first?.id ?? 0, 'close')
  expect(shown()).toMatchObject({ kind: 'delete' })
})

it('tells after a reload of a change that the service may have made, until its outcome is known', () => {
  const { press, receipts, stored } = setup()
  const step = press('create', 'send')
  expect(receipts()).toEqual([])
  const after = setup(stored.current)
  expect(after.shown()).toMatchObject({ kind: 'create', status: 'unknown', count: 0 })
  // And after one more.
  after.press('delete', 'send', done)
  expect(setup(after.stored.current).receipts()).toHaveLength(2)

  step(done)
  expect(setup(stored.current).receipts()).toMatchObject([{ kind: 'create', status: 'done', count: 1 }])
})

it('tells after a reload of the codes of a press whose other requests are under way', () => {
  const { press, stored } = setup()
  const step = press('delete', 'send', { type: 'progress', changed: { codes } })
  expect(stored.current).toMatchObject([{ count: 1, status: 'unknown' }])
  step(done)
  expect(stored.current).toMatchObject([{ count: 1, status: 'done' }])
})

it.each([
  ['an unknown outcome', { type: 'unknown', changed: { isUntold: true } }, [{ count: 0, status: 'unknown' }]],
  ['a known outcome', done, [{ count: 1, status: 'done' }]],
  [
    'that all was refused',
    { type: 'refused', changed: { refused: ['No se borró.'], isUntold: true } },
    [{ count: 0, status: 'refused' }],
  ],
  ['nothing of a press that was refused', { type: 'refused', changed: { isUntold: true } }, []],
  ['nothing of what staff have read', { type: 'unknown', changed: { failure, isUntold: false } }, []],
] as const)('tells after the end of the session %s', (_what, end, expected) => {
  const { press, stored } = setup()
  press('delete', 'send', end)
  expect(setup(stored.current).receipts()).toMatchObject(expected)
})

it('says why the last change failed, until another one is sent or staff dismiss it', () => {
  const { press, dismiss, getState } = setup()
  press('restore', 'send', { type: 'unknown', changed: { failure } })
  expect(getState()).toMatchObject({ failed: { name: 'restore', failure }, changes: [] })
  const step = press('create', 'send')
  expect(getState().failed).toBeUndefined()
  step({ type: 'refused', changed: { failure } })
  dismiss()
  expect(getState().failed).toBeUndefined()
})

it('says nothing of a dismissed failure when its receipt is closed', () => {
  const { press, dismiss, getState } = setup()
  const step = press('delete', 'send', { type: 'unknown', changed: { codes, failure } })
  dismiss()
  step('close')
  expect(getState()).toMatchObject({ failed: undefined, changes: [] })
})
