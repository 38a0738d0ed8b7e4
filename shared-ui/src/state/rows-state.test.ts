import { MemoryRows } from '@canje/large-table'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrivingRows,
  hasFailed,
  initialRows,
  type Operation,
  type RowsEvent,
  type RowsState,
  reduceRows,
  requestedFilter,
  resultIdOf,
  shownRows,
} from './rows-state'

type Person = { id: number }
type State = RowsState<Person>
type Event = RowsEvent<Person>

const rowsOf = (count = 1) => new MemoryRows(Array.from({ length: count }, (_, id) => ({ id })))
const at = new Date(0)
const fault = { kind: 'other' } as const

const run = (state: State, ...events: Event[]) => events.reduce(reduceRows, state)
const start = (operation: Operation): Event => ({ type: 'start', operation })
const loaded = (serial: number, rows = rowsOf()): Event => ({ type: 'loaded', serial, rows, at })
const failed = (serial: number): Event => ({ type: 'failed', serial, fault })

const ready = (rows = rowsOf()) => run(initialRows<Person>(undefined), loaded(0, rows))

/** A state of each status, after a first result and a filter by 'Ana'. */
const STATES = {
  loading: run(ready(), start({ purpose: 'filter', filter: 'Ana' })),
  ready: run(ready(), start({ purpose: 'filter', filter: 'Ana' }), loaded(1)),
  failed: run(ready(), start({ purpose: 'filter', filter: 'Ana' }), failed(1)),
  lost: (() => {
    const rows = rowsOf()
    return run(ready(), start({ purpose: 'filter', filter: 'Ana' }), loaded(1, rows), { type: 'lost', rows, fault })
  })(),
} satisfies Record<State['status'], State>

describe('transitions', () => {
  const EVENTS: Record<Event['type'], (state: State) => Event> = {
    start: () => start({ purpose: 'refresh' }),
    retry: () => ({ type: 'retry' }),
    arrived: ({ attempt: { serial } }) => ({ type: 'arrived', serial, rows: rowsOf() }),
    loaded: ({ attempt: { serial } }) => loaded(serial),
    failed: ({ attempt: { serial } }) => failed(serial),
    shown: ({ attempt: { serial } }) => ({ type: 'shown', serial }),
    lost: ({ result }) => ({ type: 'lost', rows: result?.rows ?? rowsOf(), fault }),
  }
  const NEXT: Record<State['status'], Partial<Record<Event['type'], State['status']>>> = {
    loading: {
      start: 'loading',
      retry: 'loading',
      arrived: 'loading',
      loaded: 'ready',
      failed: 'failed',
      lost: 'loading',
    },
    ready: { start: 'loading', loaded: 'ready', shown: 'ready', lost: 'lost' },
    failed: { start: 'loading', retry: 'loading', loaded: 'ready', lost: 'failed' },
    lost: { start: 'loading', retry: 'loading', loaded: 'ready' },
  }
  const statuses = Object.keys(STATES) as State['status'][]
  const cases = statuses.flatMap((status) =>
    (Object.keys(EVENTS) as Event['type'][]).map((type) => ({ status, type, next: NEXT[status][type] })),
  )

  it.each(cases)('of a $type in $status: $next', ({ status, type, next }) => {
    const state = STATES[status]
    const after = reduceRows(state, EVENTS[type](state))
    expect(after.status).toBe(next ?? status)
    if (next === undefined) expect(after).toBe(state)
  })

  it.each(statuses)('ignore events of an earlier attempt in %s', (status) => {
    const state = STATES[status]
    const serial = state.attempt.serial - 1
    const events: Event[] = [loaded(serial), failed(serial), { type: 'arrived', serial, rows: rowsOf() }]
    for (const event of [...events, { type: 'shown' as const, serial }]) expect(reduceRows(state, event)).toBe(state)
  })

  it.each(statuses)('ignore a loss of earlier rows in %s', (status) => {
    expect(reduceRows(STATES[status], { type: 'lost', rows: rowsOf(), fault })).toBe(STATES[status])
  })
})

describe('a retry', () => {
  it('of a failed operation repeats it, with its callback, and shows the failure until it succeeds', () => {
    const onShown = () => undefined
    const state = run(ready(), start({ purpose: 'filter', filter: 'Ana', onShown }), failed(1), { type: 'retry' })
    expect(state.attempt).toEqual({ serial: 2, purpose: 'filter', filter: 'Ana', onShown, isRetry: true })
    expect([hasFailed(state), state.fault]).toEqual([true, fault])
    expect(hasFailed(run(state, loaded(2)))).toBe(false)
  })

  it('of lost rows reloads them', () => {
    const { attempt } = run(STATES.lost, { type: 'retry' })
    expect(attempt).toMatchObject({ purpose: 'reload', filter: 'Ana', isRetry: true })
  })

  it('of a pending operation is a failure only if that was one', () => {
    expect(hasFailed(run(STATES.loading, { type: 'retry' }))).toBe(false)
    expect(hasFailed(run(STATES.failed, { type: 'retry' }, { type: 'retry' }))).toBe(true)
  })
})

describe('a reload', () => {
  const reload = start({ purpose: 'reload' })

  it('keeps the filter of the rows, also after another one has failed', () => {
    expect(run(STATES.ready, reload).attempt.filter).toBe('Ana')
    expect(run(STATES.failed, reload).attempt.filter).toBeUndefined()
    expect(requestedFilter(STATES.failed)).toBeUndefined()
  })

  it('repeats a pending request with another filter', () => {
    expect(run(STATES.loading, reload).attempt).toMatchObject({ purpose: 'filter', filter: 'Ana' })
  })
})

it('gives a new id to the results of a refresh and a filter, which start at their first page', () => {
  const idAfter = (purpose: Operation['purpose']) => resultIdOf(run(ready(), start({ purpose }), loaded(1)))
  expect(resultIdOf(ready())).toBe(0)
  expect((['load', 'open', 'reload'] as const).map(idAfter)).toEqual([0, 0, 0])
  expect((['refresh', 'filter'] as const).map(idAfter)).toEqual([1, 1])
})

it('shows the rows that arrive until there is a result, and forgets them when the response is cut off', () => {
  const rows = rowsOf(3)
  const arriving = run(initialRows<Person>(undefined), { type: 'arrived', serial: 0, rows })
  expect(shownRows(arriving)).toEqual({ rows, count: 3 })
  expect(shownRows(run(arriving, failed(0)))).toBeUndefined()
  const old = rowsOf(5)
  const reloading = run(ready(old), start({ purpose: 'reload' }), { type: 'arrived', serial: 1, rows })
  expect(shownRows(reloading)).toEqual({ rows: old, count: 5 })
  expect(arrivingRows(reloading)).toBe(rows)
})

it('calls for its callback once', () => {
  const onShown = () => undefined
  const state = run(ready(), start({ purpose: 'filter', filter: 'Ana', onShown }), loaded(1))
  expect(state.attempt.onShown).toBe(onShown)
  expect(run(state, { type: 'shown', serial: 1 }).attempt.onShown).toBeUndefined()
})

it('keeps these rules after any events', () => {
  const events = fc.oneof(
    fc
      .constantFrom<Operation['purpose']>('load', 'refresh', 'filter', 'reload', 'open')
      .map((purpose) => start({ purpose })),
    fc.constant<Event>({ type: 'retry' }),
    fc.nat(6).map((serial) => loaded(serial)),
    fc.nat(6).map(failed),
    fc.nat(6).map((serial): Event => ({ type: 'arrived', serial, rows: rowsOf() })),
    fc.nat(6).map((serial): Event => ({ type: 'shown', serial })),
  )
  fc.assert(
    fc.property(fc.array(events, { maxLength: 12 }), (list) => {
      list.reduce((before, event) => {
        const after = reduceRows(before, event)
        // A result is replaced only by a later one, and an attempt by a later one.
        expect(after.attempt.serial).toBeGreaterThanOrEqual(before.attempt.serial)
        if (after.result !== before.result) expect([event.type, after.status]).toEqual(['loaded', 'ready'])
        if (after.attempt.serial > before.attempt.serial) expect(after.status).toBe('loading')
        // A failure says why.
        if (hasFailed(after)) expect(after.fault).toBeDefined()
        return after
      }, initialRows<Person>(undefined))
    }),
  )
})
