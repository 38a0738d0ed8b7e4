import { act, render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { type ListSource, sessionLists } from '../rows/list-cache'
import { loaderOf } from '../rows/load-rows'
import { nextTime } from '../rows/time'
import { startSession, stubService } from '../testing/details'
import { named, openAna, openTab, selectUsers, users } from '../testing/open-tab'
import { columns } from '../testing/people'
import { TabRoot } from './TabRoot'
import { useTable } from './useTable'

const withMail: ListSource = { ...users, fields: ['id', 'mail'] }
const later = () => {
  const waiting: ((ok: boolean) => void)[] = []
  return {
    waiting,
    before: (_p: string, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waiting.push((ok) => (ok ? resolve() : reject(new Error('no'))))
        signal.addEventListener('abort', () => reject(new Error('cancelled')))
      }),
  }
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children
  }
}
function Tab() {
  const { rows } = useTable(columns, selectUsers)
  if (rows.page?.some(({ name }) => name === 'BAD')) throw new Error('bad row')
  return <p>{rows.page?.map(({ name }) => String(name)).join() || 'none'}</p>
}

it('a tab that crashed by its rows recovers when it mounts again and the service has good rows', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: named('BAD') })
  const tree = (key: number) => (
    <TabRoot notify={() => undefined}>
      <Boundary key={key}>
        <Tab />
      </Boundary>
    </TabRoot>
  )
  const { rerender } = render(tree(1))
  await screen.findByText('failed')
  service.lists = { SelectUsers: named('Ana') }
  rerender(tree(2))
  await waitFor(() => expect(screen.getByText('Ana')).toBeTruthy())
})

it('a panel cannot cancel a request that a tab waits for', async () => {
  const service = stubService({ SelectUsers: named('Ana') })
  const gate = later()
  service.before = gate.before
  const { table } = openTab()
  await waitFor(() => expect(gate.waiting).toHaveLength(1))
  await act(async () => void sessionLists().read(users, nextTime()))
  expect(sessionLists().isForTab(users)).toBe(true)
  await act(async () => sessionLists().cancel(users))
  expect(table().fault).toBeUndefined()
})

it('says that a refresh failed, although a panel asked for more fields', async () => {
  const { service, table } = await openAna()
  const gate = later()
  service.before = gate.before
  const done = vi.fn()
  act(() => void table().reload().then(done))
  await act(async () => void sessionLists().read(withMail, 0))
  await waitFor(() => expect(gate.waiting).toHaveLength(2))
  await act(async () => gate.waiting[1]?.(false))
  await waitFor(() => expect(table().running).toBeUndefined())
  expect(table().fault).toBeDefined()
})

it('a failed request for more fields is not forgotten by a reload with fewer', async () => {
  const { service, table, names } = await openAna()
  service.before = async () => {
    throw new Error('no')
  }
  await act(async () => void sessionLists().read(withMail, 0))
  await waitFor(() => expect(sessionLists().viewOf(withMail).error).toBeDefined())
  service.before = undefined
  service.lists = { SelectUsers: named('Eva') }
  await act(async () => void table().reload())
  await waitFor(() => expect(names()).toEqual(['Eva']))
  const view = sessionLists().viewOf(withMail)
  expect(view.rows ?? view.pending ?? view.error).toBeDefined()
})

it('the failure of one of two tables survives the other', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: named('Ana') })
  const [one, other] = [openTab(), openTab()]
  await waitFor(() => expect(other.names()).toEqual(['Ana']))
  service.before = async () => {
    throw new Error('no')
  }
  act(() => one.table().refresh())
  await waitFor(() => expect(one.table().fault).toBeDefined())
  await act(async () => other.unmount())
  expect(one.table().fault).toBeDefined()
})

it('a panel request that is cancelled is no failure of a tab', async () => {
  const { service, table } = await openAna()
  const gate = later()
  service.before = gate.before
  await act(async () => void sessionLists().read(users, nextTime()))
  await act(async () => sessionLists().cancel(users))
  expect(table().fault).toBeUndefined()
})

it('tells one of two tables of a list that it could not be loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService()
  service.before = async () => {
    throw new Error('no')
  }
  const [one, other] = [openTab(), openTab()]
  await waitFor(() => expect([one.table().fault, other.table().fault]).toEqual([expect.anything(), expect.anything()]))
  expect([...one.notify.mock.calls, ...other.notify.mock.calls]).toHaveLength(1)
})

it('does not wait for what a panel asks for', async () => {
  const service = stubService({ SelectUsers: named('Ana') })
  const { table, names } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
  const gate = later()
  service.before = gate.before
  service.lists = { SelectUsers: named('Eva') }
  await act(async () => void sessionLists().read(withMail, nextTime()))
  expect(table()).toMatchObject({ running: undefined, id: undefined })
  await act(async () => gate.waiting[0]?.(true))
  await waitFor(() => expect(names()).toEqual(['Eva']))
})

it('says that the rows on the screen are lost while those of another filter load', async () => {
  const { service, table, names, notify } = await openAna({}, loaderOf('SelectUsers', ['id', 'name'], 'prmName'))
  const gate = later()
  service.before = gate.before
  act(() => void table().filter('Eva'))
  const { complete } = table()
  if (!complete) throw new Error('The table has no rows.')
  vi.spyOn(complete, 'pageInMemory').mockReturnValue(undefined)
  vi.spyOn(complete, 'page').mockRejectedValue(new Error('The worker has failed.'))
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  await waitFor(() => expect(notify).toHaveBeenCalledOnce())
  service.lists = { SelectUsers: named('Eva') }
  await act(async () => gate.waiting[0]?.(true))
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
