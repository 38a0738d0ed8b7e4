import type { AnyRow } from '@canje/large-table'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Component, type PropsWithChildren, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { fieldColumns } from '../rows/columns'
import { type ListSource, sessionLists } from '../rows/list-cache'
import { loadAll } from '../rows/load-rows'
import { nextTime } from '../rows/time'
import { stubService } from '../testing/details'
import { membersOf } from '../testing/people'
import { TabRoot } from './TabRoot'
import { type TableOptions, useTable } from './useTable'

const columns = fieldColumns<'id' | 'name'>({ id: 'Id', name: 'Nombre' })
const selectUsers = loadAll('SelectUsers', ['id', 'name'])
const users = selectUsers.list as ListSource
const withMail: ListSource = { ...users, fields: ['id', 'mail'] }
const rowsOf = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }))

function openTab(options: TableOptions<AnyRow> = {}, load = selectUsers) {
  const wrapper = ({ children }: PropsWithChildren) => <TabRoot notify={() => undefined}>{children}</TabRoot>
  const { result, unmount } = renderHook(() => useTable(columns, load, options), { wrapper })
  const table = () => membersOf(result.current)
  return { table, unmount, names: () => table().page?.map(({ name }) => name) }
}
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
  const service = stubService({ SelectUsers: rowsOf('BAD') })
  const tree = (key: number) => (
    <TabRoot notify={() => undefined}>
      <Boundary key={key}>
        <Tab />
      </Boundary>
    </TabRoot>
  )
  const { rerender } = render(tree(1))
  await screen.findByText('failed')
  service.lists = { SelectUsers: rowsOf('Ana') }
  rerender(tree(2))
  await waitFor(() => expect(screen.getByText('Ana')).toBeTruthy())
})

it('a panel cannot cancel a request that a tab waits for', async () => {
  const service = stubService({ SelectUsers: rowsOf('Ana') })
  const gate = later()
  service.before = gate.before
  const { table } = openTab()
  await waitFor(() => expect(gate.waiting).toHaveLength(1))
  await act(async () => void sessionLists().read(users, nextTime()))
  expect(sessionLists().viewOf(users).pending?.isForTab).toBe(true)
  await act(async () => sessionLists().cancel(users))
  expect(table().fault).toBeUndefined()
})

it('says that a refresh failed, although a panel asked for more fields', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: rowsOf('Ana') })
  const { table, names } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
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
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: rowsOf('Ana') })
  const { table, names } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
  service.before = async () => {
    throw new Error('no')
  }
  await act(async () => void sessionLists().read(withMail, 0))
  await waitFor(() => expect(sessionLists().viewOf(withMail).error).toBeDefined())
  service.before = undefined
  service.lists = { SelectUsers: rowsOf('Eva') }
  await act(async () => void table().reload())
  await waitFor(() => expect(names()).toEqual(['Eva']))
  const view = sessionLists().viewOf(withMail)
  expect(view.rows ?? view.pending ?? view.error).toBeDefined()
})

it('the failure of one of two tables survives the other', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: rowsOf('Ana') })
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
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: rowsOf('Ana') })
  const { table, names } = openTab()
  await waitFor(() => expect(names()).toEqual(['Ana']))
  const gate = later()
  service.before = gate.before
  await act(async () => void sessionLists().read(users, nextTime()))
  await act(async () => sessionLists().cancel(users))
  expect(table().fault).toBeUndefined()
})
