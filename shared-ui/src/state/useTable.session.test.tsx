import { MemoryRows } from '@canje/large-table'
import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { sessionLists } from '../rows/list-cache'
import { loadFiltered } from '../rows/load-rows'
import { nextTime } from '../rows/time'
import { startSession, stubService } from '../testing/details'
import { knownUsers, named, openTab, users } from '../testing/open-tab'

const selectScores = loadFiltered('SelectScores', ['id', 'name'], 'prmNameOrPhone')

/** What shows a part of the list beside the tabs, as a panel does. */
async function holdUsers(since = 0) {
  const release = sessionLists().read(users, since)
  await vi.waitFor(() => expect(knownUsers(since)).toMatchObject({ isNew: true }))
  return release
}

describe('a list that the session has in memory', () => {
  it('is shown without a request, with the time of its rows', async () => {
    const service = stubService({ SelectUsers: named('Ana') })
    await holdUsers()
    const { table, names } = openTab()
    await waitFor(() => expect(names()).toEqual(['Ana']))
    expect(table().loadedAt).toBe(knownUsers().rows?.loadedAt)
    expect(service.requests).toEqual(['SelectUsers'])
  })

  it('is requested by a tab whose rows must not be as old', async () => {
    const service = stubService({ SelectUsers: named('Ana') })
    await holdUsers()
    // Another file of the worker may have moved the clock.
    const now = vi.spyOn(performance, 'now').mockReturnValue(nextTime() + 59_000)
    const young = openTab({ maxAgeMs: 60_000 })
    await waitFor(() => expect(young.names()).toEqual(['Ana']))
    expect(service.requests).toHaveLength(1)
    now.mockReturnValue(performance.now() + 2_000)
    const { names } = openTab({ maxAgeMs: 60_000 })
    await waitFor(() => expect(service.requests).toHaveLength(2))
    await waitFor(() => expect(names()).toEqual(['Ana']))
  })

  it('is requested by a tab that mounts again, because its rows may be why it failed', async () => {
    const service = stubService({ SelectUsers: named('Ana') })
    const failed = openTab()
    await waitFor(() => expect(failed.names()).toEqual(['Ana']))
    failed.unmount()
    const { names } = openTab()
    await waitFor(() => expect(service.requests).toHaveLength(2))
    await waitFor(() => expect(names()).toEqual(['Ana']))
  })
})

it('reads a list once for two tabs, and replaces the rows of both by a refresh of one', async () => {
  const service = stubService({ SelectUsers: named('Ana', 'Eva') })
  const [one, other] = [openTab(), openTab()]
  await waitFor(() => expect([one.names(), other.names()]).toEqual(Array(2).fill(['Ana', 'Eva'])))
  expect(service.requests).toHaveLength(1)

  act(() => other.table().orderBy({ field: 'id', direction: -1 }))
  service.lists = { SelectUsers: named('Ana', 'Eva', 'Luis') }
  act(() => one.table().refresh())
  await waitFor(() => expect(one.names()).toEqual(['Ana', 'Eva', 'Luis']))
  await waitFor(() => expect(other.names()).toEqual(['Luis', 'Eva', 'Ana']))
  expect(other.table()).toMatchObject({ loadedAt: one.table().loadedAt, resultId: 0 })
  expect(service.requests).toHaveLength(2)
})

it('shows rows of a later request after its own has failed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: named('Ana') })
  const { table, names } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
  service.before = async () => {
    throw new Error('no')
  }
  act(() => table().refresh())
  await waitFor(() => expect(table().fault).toBeDefined())
  service.before = undefined
  service.lists = { SelectUsers: named('Eva') }
  await act(async () => sessionLists().retry(users))
  await waitFor(() => expect(names()).toEqual(['Eva']))
  expect(table().fault).toBeUndefined()
})

it('keeps rows with a filter of the server, and requests all rows after it, whatever the session has', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectScores: named('Ana') })
  const { table, names } = openTab({}, selectScores)
  await waitFor(() => expect(names()).toEqual(['Ana']))
  service.lists = { SelectScores: named('Eva') }
  await act(async () => void table().filter('Eva'))
  await waitFor(() => expect(names()).toEqual(['Eva']))

  service.before = async () => {
    throw new Error('no')
  }
  act(() => table().refresh())
  await waitFor(() => expect(table().fault).toBeDefined())
  // Any change of the lists.
  await act(async () => void sessionLists().read(users, 0))
  expect(names()).toEqual(['Eva'])
  service.before = undefined
  service.lists = { SelectScores: named('Luis') }
  act(() => table().retry())
  await waitFor(() => expect(names()).toEqual(['Luis']))
  expect(service.requests.filter((path) => path === 'SelectScores')).toHaveLength(4)
})

it('closes replaced rows that were never rendered', async () => {
  const shown = vi.spyOn(MemoryRows.prototype, 'pageInMemory')
  const closed = vi.spyOn(MemoryRows.prototype, 'close')
  stubService({ SelectUsers: named('Ana') })
  const { names, unmount } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
  // Nothing is rendered before the end of the act.
  await act(async () => {
    for (let times = 0; times < 3; times++) await holdUsers(nextTime())
  })
  unmount()
  startSession()
  const stores = [...new Set(shown.mock.contexts)]
  expect(stores.length).toBeGreaterThan(1)
  expect(stores.filter((rows) => !closed.mock.contexts.includes(rows))).toEqual([])
})
