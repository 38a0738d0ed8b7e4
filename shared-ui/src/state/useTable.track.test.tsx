import type { Changes, Selection } from '@canje/large-table'
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { asyncRows, people } from '../testing/people'

const anas: Selection = { key: { field: 'id' }, where: { column: { field: 'name' }, is: 'Ana' } }
const named = (count: number, from = 1) =>
  people(count + from - 1)
    .slice(from - 1)
    .map(({ id }) => ({ id, name: 'Ana' }))

/** Tracks the selection in a table of three selected people and one other. */
async function tracked(rows = [...named(3), { id: 99, name: 'Luis' }]) {
  const tab = await renderLoaded()
  await tab.start(() => tab.table().refresh()).then((load) => load.respond(rows))
  await waitFor(() => expect(tab.table()).toMatchObject({ count: rows.length, running: undefined }))
  const refetch = tab.table().track(anas)
  const changes = vi.fn<(changes: Changes | undefined) => void>()
  const startRefetch = () => tab.start(() => refetch().then(changes))
  return { ...tab, startRefetch, changes }
}

it('returns the changes of the selected rows since the call', async () => {
  const { startRefetch, changes, table } = await tracked()
  await startRefetch().then((load) => load.respond([...named(4, 2), { id: 100, name: 'Luis' }]))
  await waitFor(() =>
    expect(changes.mock.calls).toMatchObject([[{ added: 2, kept: 2, removed: 1, addedRows: named(4, 2).slice(2) }]]),
  )
  await waitFor(() => expect(table().page).toHaveLength(5))
})

it('compares with the rows of the call, not with those loaded since', async () => {
  const { startRefetch, changes, start, table } = await tracked()
  await start(() => table().refresh()).then((load) => load.respond(named(5)))
  await waitFor(() => expect(table().count).toBe(5))
  await startRefetch().then((load) => load.respond(named(5)))
  await waitFor(() =>
    expect(changes.mock.calls).toMatchObject([[{ added: 2, kept: 3, removed: 0, addedRows: named(5).slice(3) }]]),
  )
})

it('returns the changes by a request that superseded its own', async () => {
  const { startRefetch, changes, start, table } = await tracked()
  await startRefetch()
  const refresh = await start(() => table().refresh())
  expect(changes).not.toHaveBeenCalled()
  refresh.respond(named(4))
  await waitFor(() =>
    expect(changes.mock.calls).toMatchObject([[{ added: 1, kept: 3, removed: 0, addedRows: named(4).slice(3) }]]),
  )
})

it('returns undefined when the request fails, without waiting for a retry', async () => {
  const { startRefetch, changes, toasts, table } = await tracked()
  await startRefetch().then((load) => load.fail(new Error('no')))
  await waitFor(() => expect(changes.mock.calls).toEqual([[undefined]]))
  await waitFor(() => expect(table().fault).toBeDefined())
  expect(toasts).toHaveLength(1)
})

it('returns undefined when the earlier rows were lost', async () => {
  const { table, start } = await renderLoaded()
  const rows = Object.assign(asyncRows(named(3)), { keys: () => Promise.reject(new Error('The worker has failed.')) })
  await start(() => table().refresh()).then((load) => load.respond(rows))
  await waitFor(() => expect(table().running).toBeUndefined())
  const refetch = table().track(anas)
  const changes = vi.fn()
  await start(() => refetch().then(changes)).then((load) => load.respond(named(3)))
  await waitFor(() => expect(changes.mock.calls).toEqual([[undefined]]))
})
