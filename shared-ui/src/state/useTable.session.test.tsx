import { MemoryRows } from '@canje/large-table'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { sessionLists } from '../rows/list-cache'
import { loaderOf } from '../rows/load-rows'
import { nextTime } from '../rows/time'
import { startSession, stubService } from '../testing/details'
import { knownUsers, named, openAna, openTab, selectUsers, users } from '../testing/open-tab'
import { columns } from '../testing/people'
import { TabRoot } from './TabRoot'
import { useTable } from './useTable'

const selectScores = loaderOf('SelectScores', ['id', 'name'], 'prmNameOrPhone')

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
    const loadedAt = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(loadedAt + 59_000)
    const young = openTab({ maxAgeMs: 60_000 })
    await waitFor(() => expect(young.names()).toEqual(['Ana']))
    expect(service.requests).toHaveLength(1)
    now.mockReturnValue(loadedAt + 61_000)
    const { names } = openTab({ maxAgeMs: 60_000 })
    await waitFor(() => expect(service.requests).toHaveLength(2))
    await waitFor(() => expect(names()).toEqual(['Ana']))
  })

  it('is requested again when staff enter the tab later, but not while it arrives, which may take minutes', async () => {
    const service = stubService({ SelectUsers: named('Ana') })
    const pending: (() => void)[] = []
    service.before = () => new Promise<void>((resolve) => pending.push(resolve))
    const view = { isActive: true, params: '', opening: 1, onChange: vi.fn(), push: vi.fn() }
    const wrapper = ({ children }: PropsWithChildren) => (
      <TabRoot notify={() => undefined} view={{ ...view }}>
        {children}
      </TabRoot>
    )
    const { result, rerender } = renderHook(() => useTable(columns, selectUsers, { maxAgeMs: 60_000 }), { wrapper })
    async function enter() {
      for (view.isActive of [false, true]) await act(async () => rerender())
    }
    await waitFor(() => expect(pending).toHaveLength(1))

    vi.spyOn(performance, 'now').mockReturnValue(nextTime() + 90_000)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 90_000)
    await enter()
    expect(service.requests).toHaveLength(1)

    await act(async () => pending[0]?.())
    await waitFor(() => expect(result.current.rows.page).toHaveLength(1))
    await enter()
    expect(service.requests).toHaveLength(2)
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
  const { service, table, names } = await openAna()
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
  const { service, table, names } = await openAna({}, selectScores)
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
