import { MemoryRows } from '@canje/large-table'
import { describe, expect, it } from 'vitest'
import { type ListEvent, type ListState, listAfter, pendingRequest, viewOf } from './list-state'

type State = ListState | undefined
type Status = ListState['status'] | 'unknown'

const storeOf = (count = 1) => new MemoryRows(Array.from({ length: count }, (_, id) => ({ id })))
const loadedAt = new Date(0)
const error = new Error('no')
const FIELDS = ['id', 'name']

const run = (state: State, ...events: ListEvent[]) => events.reduce(listAfter, state)
const needed = (now: number, since = 0, fields: readonly string[] = FIELDS): ListEvent => ({
  type: 'needed',
  fields,
  since,
  now,
})
const loaded = (sentAt: number, store = storeOf()): ListEvent => ({ type: 'loaded', sentAt, store, loadedAt })
const failed = (sentAt: number): ListEvent => ({ type: 'failed', sentAt, error })
const arrived = (sentAt: number): ListEvent => ({ type: 'arrived', sentAt, store: storeOf(3) })
const released: ListEvent = { type: 'released', isKept: true }

const complete = run(undefined, needed(1), loaded(1))
/** A state of each status; but for the first, with rows of an earlier request. */
const STATES: Record<Status, State> = {
  unknown: undefined,
  asked: run(complete, needed(2, 2)),
  arriving: run(complete, needed(2, 2), arrived(2)),
  complete,
  stale: run(complete, { type: 'expired' }),
  failed: run(complete, needed(2, 2), failed(2)),
}
const statusOf = (state: State): Status => state?.status ?? 'unknown'

describe('transitions', () => {
  const EVENTS: Record<string, (state: State) => ListEvent> = {
    'needed, of any age': () => needed(3),
    'needed, since now': () => needed(3, 3),
    'needed, further fields': () => needed(3, 0, ['mail']),
    retried: () => ({ type: 'retried', now: 3 }),
    arrived: (state) => arrived(pendingRequest(state)?.sentAt ?? 0),
    loaded: (state) => loaded(pendingRequest(state)?.sentAt ?? 0),
    failed: (state) => failed(pendingRequest(state)?.sentAt ?? 0),
    lost: (state) => ({
      type: 'lost',
      rows: state?.rows ?? { store: storeOf(), fields: [], loadedAt, sentAt: 0 },
      error,
    }),
    expired: () => ({ type: 'expired' }),
    released: () => released,
    'released, not kept': () => ({ type: 'released', isKept: false }),
  }
  const again = { 'needed, since now': 'asked', 'needed, further fields': 'asked' } as const
  const pending = {
    ...again,
    retried: 'asked',
    arrived: 'arriving',
    loaded: 'complete',
    failed: 'failed',
    released: 'stale',
    'released, not kept': 'unknown',
  } as const
  const settled = { ...again, lost: 'failed', 'released, not kept': 'unknown' } as const
  /** An event that is missing is ignored. */
  const NEXT: Record<Status, Partial<Record<string, Status>>> = {
    unknown: { ...again, 'needed, of any age': 'asked' },
    asked: pending,
    arriving: pending,
    complete: { ...settled, expired: 'stale' },
    stale: { ...settled, 'needed, of any age': 'asked' },
    failed: { ...settled, retried: 'asked' },
  }
  const statuses = Object.keys(STATES) as Status[]
  const cases = statuses.flatMap((status) =>
    Object.keys(EVENTS).map((event) => ({ status, event, next: NEXT[status][event] ?? status })),
  )

  it.each(cases)('of $status, $event: $next', ({ status, event, next }) => {
    const state = STATES[status]
    const after = EVENTS[event] && listAfter(state, EVENTS[event](state))
    expect(statusOf(after)).toBe(next)
  })

  it.each(statuses)('ignore events of an earlier request in %s', (status) => {
    const state = STATES[status]
    for (const event of [arrived(0), loaded(0), failed(0)]) expect(listAfter(state, event)).toBe(state)
  })

  it.each(statuses)('ignore a loss of earlier rows in %s', (status) => {
    const rows = { store: storeOf(), fields: FIELDS, loadedAt, sentAt: 0 }
    expect(listAfter(STATES[status], { type: 'lost', rows, error })).toBe(STATES[status])
  })
})

const viewOfNeed = (state: State, since = 0, fields: readonly string[] = FIELDS) => viewOf(state, { fields, since })

it('keeps the failure of a request while that is repeated, until it succeeds or another request is sent', () => {
  const repeated = run(STATES.failed, { type: 'retried', now: 3 })
  expect(viewOfNeed(repeated, 2)).toMatchObject({ error, pending: { sentAt: 3 }, rows: { sentAt: 1 } })
  expect(viewOfNeed(run(repeated, { type: 'retried', now: 4 }), 2).error).toBe(error)
  expect(viewOfNeed(run(repeated, loaded(3)), 2).error).toBeUndefined()
  expect(viewOfNeed(run(repeated, needed(4, 4)), 2).error).toBeUndefined()
})

it('shows the rows that arrive, as many as there were, and forgets them when the response is cut off', () => {
  const arriving = run(undefined, needed(1), arrived(1))
  expect(viewOfNeed(arriving).arrived?.count).toBe(3)
  expect(viewOfNeed(run(arriving, failed(1)))).toMatchObject({ arrived: undefined, rows: undefined, error })
})

it('does not count rows and requests without the fields of a reader', () => {
  const mail = ['id', 'mail']
  const nothing = { rows: undefined, isNew: false, pending: undefined, arrived: undefined, error: undefined }
  expect(viewOfNeed(complete, 0, mail)).toEqual(nothing)
  const asked = run(complete, needed(2, 0, mail))
  expect(viewOfNeed(asked, 0, mail).pending?.fields).toEqual(['id', 'name', 'mail'])
  expect(viewOfNeed(run(asked, failed(2)), 0, mail).error).toBe(error)
})

it('concerns nobody who has the rows that they need by a request of others, or by its failure', () => {
  expect(viewOfNeed(STATES.asked, 1)).toMatchObject({ isNew: true, pending: undefined })
  expect(viewOfNeed(STATES.asked, 2)).toMatchObject({ isNew: false, pending: {}, rows: {} })
  expect(viewOfNeed(STATES.failed, 1)).toMatchObject({ isNew: true, error: undefined })
  expect(viewOfNeed(STATES.failed, 2)).toMatchObject({ isNew: false, error, rows: {} })
})

it('makes lost and expired rows too old for everything', () => {
  const lost = complete?.rows && run(complete, { type: 'lost', rows: complete.rows, error })
  expect(viewOfNeed(lost)).toMatchObject({ isNew: false, error, rows: { store: complete?.rows?.store } })
  expect(viewOfNeed(STATES.stale)).toMatchObject({ isNew: false, error: undefined, rows: {} })
})
