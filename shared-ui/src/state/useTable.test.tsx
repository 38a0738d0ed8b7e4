import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Person, people, renderPeople } from '../testing/people'

const executionError = { severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }
const ana: Person[] = [{ id: 1, name: 'Ana' }]

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A tab whose first load brought 35 people. */
async function renderLoaded() {
  const tab = renderPeople()
  tab.call(0).answer(people(35))
  await waitFor(() => expect(tab.table().rows).toHaveLength(35))
  const firstId = () => tab.table().page[0]?.id
  /** Starts an operation; gives back what it will resolve to once the test has answered its call. */
  const start = async (operation: () => Promise<boolean>) => {
    const before = tab.calls.length
    let outcome: Promise<boolean> = Promise.resolve(false)
    act(() => {
      outcome = operation()
    })
    await waitFor(() => expect(tab.calls).toHaveLength(before + 1))
    return { outcome, call: tab.call(before) }
  }
  return { ...tab, firstId, start }
}

describe('useTable', () => {
  it('loads everything once', async () => {
    const { calls, toasts, table } = await renderLoaded()
    expect(calls.map(({ filter }) => filter)).toEqual([undefined])
    expect(toasts).toEqual([])
    expect(table().running).toBeUndefined()
  })

  it('refreshes everything, in the same order, from the first page', async () => {
    const { table, start, firstId } = await renderLoaded()
    act(() => table().orderBy({ header: 'Id', direction: -1 }))
    act(() => table().turnTo(20, 10))
    expect(firstId()).toBe(15)

    const { outcome, call } = await start(() => table().refresh())
    expect(table().running).toBe('refresh')
    call.answer(people(50))

    expect(await outcome).toBe(true)
    await waitFor(() => expect(firstId()).toBe(50))
    expect(table().first).toBe(0)
  })

  it('asks for everything again when refreshed after a filter', async () => {
    const { table, start } = await renderLoaded()
    const filter = await start(() => table().filter('Ana'))
    expect(filter.call.filter).toBe('Ana')
    filter.call.answer(ana)
    await filter.outcome
    await waitFor(() => expect(table().filtered).toBe(true))

    const refresh = await start(() => table().refresh())
    expect(refresh.call.filter).toBeUndefined()
    refresh.call.answer(people(35))
    await waitFor(() => expect(table().filtered).toBe(false))
  })

  it('filters from the first page', async () => {
    const { table, start } = await renderLoaded()
    act(() => table().turnTo(20, 10))
    const { call } = await start(() => table().filter('Persona'))
    call.answer(people(30))
    await waitFor(() => expect(table().rows).toHaveLength(30))
    expect(table().first).toBe(0)
  })

  it('reloads the same result and stays on the page', async () => {
    const { table, start } = await renderLoaded()
    await start(() => table().filter('Persona')).then(({ call }) => call.answer(people(35)))
    await waitFor(() => expect(table().filtered).toBe(true))
    act(() => table().turnTo(20, 10))

    const { call } = await start(() => table().reload())
    expect(call.filter).toBe('Persona')
    call.answer(people(34))
    await waitFor(() => expect(table().rows).toHaveLength(34))
    expect(table().first).toBe(20)
  })

  it('goes to the last page when a reload has taken the page away', async () => {
    const { table, start } = await renderLoaded()
    act(() => table().turnTo(30, 10))
    const { call } = await start(() => table().reload())
    call.answer(people(30))
    await waitFor(() => expect(table().rows).toHaveLength(30))
    expect(table().first).toBe(20)
  })

  it('keeps the rows, the page and the filter when an operation fails, and says so once', async () => {
    const { table, start, toasts } = await renderLoaded()
    act(() => table().turnTo(20, 10))
    const { outcome, call } = await start(() => table().filter('Ana'))
    call.fail(new Error('no'))

    expect(await outcome).toBe(false)
    await waitFor(() => expect(table().failed).toBe(true))
    expect(toasts).toEqual([executionError])
    expect(table()).toMatchObject({ first: 20, filtered: false, running: undefined })
    expect(table().rows).toHaveLength(35)
  })

  it('repeats what failed, as often as it fails', async () => {
    const { table, start, toasts } = await renderLoaded()
    await start(() => table().filter('Ana')).then(({ call }) => call.fail(new Error('no')))
    await waitFor(() => expect(table().failed).toBe(true))
    await start(() => table().retry()).then(({ call }) => call.fail(new Error('no')))
    await waitFor(() => expect(toasts).toEqual([executionError, executionError]))

    const { call } = await start(() => table().retry())
    expect(call.filter).toBe('Ana')
    expect(table()).toMatchObject({ failed: true, running: 'filter' })
    call.answer(ana)
    await waitFor(() => expect(table().failed).toBe(false))
    expect(table().rows).toEqual(ana)
  })

  it('recovers from a first load that failed', async () => {
    const { table, call, calls, toasts } = renderPeople()
    call(0).fail(new Error('no'))
    await waitFor(() => expect(table().failed).toBe(true))
    expect(table().rows).toBeUndefined()
    act(() => {
      table().retry()
    })
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer(ana)
    await waitFor(() => expect(table().rows).toEqual(ana))
    expect(toasts).toEqual([executionError])
  })

  it('ignores the answer of an operation that was overtaken', async () => {
    const { table, start, toasts } = await renderLoaded()
    const slow = await start(() => table().filter('Luis'))
    const quick = await start(() => table().filter('Ana'))
    expect(slow.call.signal.aborted).toBe(true)
    expect(await slow.outcome).toBe(false)

    quick.call.answer(ana)
    slow.call.answer(people(3))
    expect(await quick.outcome).toBe(true)
    await waitFor(() => expect(table().rows).toEqual(ana))
    expect(toasts).toEqual([])
  })

  it('settles every operation of one moment, and runs the last', async () => {
    const { table, call, calls } = await renderLoaded()
    let outcomes: Promise<boolean>[] = []
    act(() => {
      outcomes = [table().reload(), table().reload()]
    })
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer(ana)
    expect(await Promise.all(outcomes)).toEqual([false, true])
    expect(table().rows).toEqual(ana)
  })

  it('calls off what is under way when the tab goes, without a toast', async () => {
    const { table, start, unmount, toasts } = await renderLoaded()
    const { outcome, call } = await start(() => table().refresh())
    unmount()
    expect(await outcome).toBe(false)
    expect(call.signal.aborted).toBe(true)
    call.fail(new Error('aborted'))
    expect(toasts).toEqual([])
  })

  it('says nothing of a 401: it ends the session', async () => {
    const { table, start, toasts } = await renderLoaded()
    const { outcome, call } = await start(() => table().refresh())
    call.fail(Object.assign(new Error('Unauthorized'), { status: 401 }))
    expect(await outcome).toBe(false)
    expect(toasts).toEqual([])
  })

  it('orders from the first page, and orders what comes later too', async () => {
    const { table, start, firstId } = await renderLoaded()
    act(() => table().turnTo(20, 10))
    act(() => table().orderBy({ header: 'Nombre', direction: -1 }))
    expect(table().first).toBe(0)
    expect(firstId()).toBe(35)

    const { call } = await start(() => table().reload())
    call.answer(people(40))
    await waitFor(() => expect(firstId()).toBe(40))
  })
})
