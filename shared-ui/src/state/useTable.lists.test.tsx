import type { AnyRow } from '@canje/large-table'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, it, vi } from 'vitest'
import { loaderOf } from '../rows/list'
import { type ListSource, sessionLists } from '../rows/list-cache'
import { nextTime } from '../rows/time'
import { startSession, stubService } from '../testing/details'
import { columns, membersOf, viewOf } from '../testing/people'
import { TabRoot } from './TabRoot'
import { type TableOptions, useTable } from './useTable'

const selectUsers = loaderOf('SelectUsers', ['id', 'name'])
const selectScores = loaderOf('SelectScores', ['id', 'name'], 'prmNameOrPhone')
/** The list of users in the cache of the session. */
const users = selectUsers.list
const withMail: ListSource = { ...users, fields: ['id', 'mail'] }

/** Rows with ids from 1. */
const named = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }))

/** The state of a table in a tab of a service, see `stubService`. */
function openTab(options: TableOptions<AnyRow> = {}, load = selectUsers) {
  const notify = vi.fn()
  const wrapper = ({ children }: PropsWithChildren) => <TabRoot notify={notify}>{children}</TabRoot>
  const { result, unmount } = renderHook(() => useTable(columns, load, options), { wrapper })
  const table = () => membersOf(result.current)
  return { table, unmount, notify, names: () => table().page?.map(({ name }) => name) }
}

/** A table with the row 'Ana', and its service. */
async function openAna(...tab: Parameters<typeof openTab>) {
  const service = stubService({ SelectUsers: named('Ana'), SelectScores: named('Ana') })
  const opened = openTab(...tab)
  await waitFor(() => expect(opened.names()).toEqual(['Ana']))
  return { service, ...opened }
}

const refuse = () => Promise.reject(new Error('no'))

/** Holds back the responses of a service, which the test sends or fails. */
function holdBack(service: ReturnType<typeof stubService>) {
  const waiting: ((ok: boolean) => void)[] = []
  service.before = (_path, signal) =>
    new Promise<void>((resolve, reject) => {
      waiting.push((ok) => (ok ? resolve() : reject(new Error('no'))))
      signal.addEventListener('abort', () => reject(new Error('cancelled')))
    })
  return waiting
}

it('requests a list again when staff enter the tab 60 s later, but not while it arrives, which may take minutes', async () => {
  const service = stubService({ SelectUsers: named('Ana') })
  const waiting = holdBack(service)
  const view = viewOf()
  const wrapper = ({ children }: PropsWithChildren) => (
    <TabRoot notify={() => undefined} view={{ ...view }}>
      {children}
    </TabRoot>
  )
  const { result, rerender } = renderHook(() => useTable(columns, selectUsers, { maxAgeMs: 60_000 }), { wrapper })
  async function enter() {
    for (view.isActive of [false, true]) await act(async () => rerender())
  }
  const [time, date] = [nextTime(), Date.now()]
  function wait(ms: number) {
    vi.spyOn(performance, 'now').mockReturnValue(time + ms)
    vi.spyOn(Date, 'now').mockReturnValue(date + ms)
  }
  await waitFor(() => expect(waiting).toHaveLength(1))

  wait(90_000)
  await enter()
  expect(service.requests).toHaveLength(1)

  await act(async () => waiting[0]?.(true))
  await waitFor(() => expect(result.current.rows.page).toHaveLength(1))
  wait(59_000)
  await enter()
  expect(service.requests).toHaveLength(1)
  wait(90_000)
  await enter()
  expect(service.requests).toHaveLength(2)
})

it('requests a list again for a tab that mounts again, because its rows may be why it failed', async () => {
  const service = stubService({ SelectUsers: named('Ana') })
  const failed = openTab()
  await waitFor(() => expect(failed.names()).toEqual(['Ana']))
  failed.unmount()
  const { names } = openTab()
  await waitFor(() => expect(service.requests).toHaveLength(2))
  await waitFor(() => expect(names()).toEqual(['Ana']))
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
  service.before = refuse
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

  service.before = refuse
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

it('says that a refresh failed, although a panel asked for more fields', async () => {
  const { service, table } = await openAna()
  const waiting = holdBack(service)
  const done = vi.fn()
  act(() => void table().reload().then(done))
  await act(async () => void sessionLists().read(withMail, 0))
  await waitFor(() => expect(waiting).toHaveLength(2))
  await act(async () => waiting[1]?.(false))
  await waitFor(() => expect(table().running).toBeUndefined())
  expect(table().fault).toBeDefined()
})

it('the failure of one of two tables survives the other', async () => {
  const service = stubService({ SelectUsers: named('Ana') })
  const [one, other] = [openTab(), openTab()]
  await waitFor(() => expect(other.names()).toEqual(['Ana']))
  service.before = refuse
  act(() => one.table().refresh())
  await waitFor(() => expect(one.table().fault).toBeDefined())
  await act(async () => other.unmount())
  expect(one.table().fault).toBeDefined()
})

it('tells one of two tables of a list that it could not be loaded', async () => {
  const service = stubService()
  service.before = refuse
  const [one, other] = [openTab(), openTab()]
  await waitFor(() => expect([one.table().fault, other.table().fault]).toEqual([expect.anything(), expect.anything()]))
  expect([...one.notify.mock.calls, ...other.notify.mock.calls]).toHaveLength(1)
})

it('says that the rows on the screen are lost while those of another filter load', async () => {
  const { service, table, names, notify } = await openAna({}, loaderOf('SelectUsers', ['id', 'name'], 'prmName'))
  const waiting = holdBack(service)
  act(() => void table().filter('Eva'))
  const { complete } = table()
  if (!complete) throw new Error('The table has no rows.')
  vi.spyOn(complete, 'pageInMemory').mockReturnValue(undefined)
  vi.spyOn(complete, 'page').mockRejectedValue(new Error('The worker has failed.'))
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(notify).toHaveBeenCalledOnce())
  service.lists = { SelectUsers: named('Eva') }
  await act(async () => waiting[0]?.(true))
  await waitFor(() => expect(names()).toEqual(['Eva']))
  expect(notify).toHaveBeenCalledOnce()
})

it('requests nothing once the session has ended', async () => {
  const { requests } = stubService({ SelectUsers: named('Ana') })
  const lists = sessionLists()
  const { names } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
  startSession()
  lists.read(users, nextTime())
  lists.retry(users)
  expect(requests).toHaveLength(1)
  expect(lists.getState()).toEqual({})
})
