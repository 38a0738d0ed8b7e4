import { act, waitFor } from '@testing-library/react'
import type { Changes, Selection } from 'large-table'
import { expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { distantRows, people, renderPeople } from '../testing/people'

const anas: Selection = { key: 'id', where: { field: 'name', value: 'Ana' } }
const named = (count: number, from = 1) =>
  people(count + from - 1)
    .slice(from - 1)
    .map(({ id }) => ({ id, name: 'Ana' }))

/** A table of three people of the selection and one other, whose rows are noted. */
async function tracked(rows = [...named(3), { id: 99, name: 'Luis' }]) {
  const tab = await renderLoaded()
  await tab.start(() => tab.table().refresh()).then((call) => call.answer(rows))
  await waitFor(() => expect(tab.table()).toMatchObject({ count: rows.length, running: undefined }))
  const reread = tab.table().track(anas)
  const changes = vi.fn<(changes: Changes | undefined) => void>()
  const call = () => tab.start(() => reread().then(changes))
  return { ...tab, call, changes }
}

it('tells what has changed since, of the selected rows', async () => {
  const { call, changes, table } = await tracked()
  await call().then((call) => call.answer([...named(4, 2), { id: 100, name: 'Luis' }]))
  await waitFor(() => expect(changes.mock.calls).toEqual([[{ added: 2, kept: 2, removed: 1 }]]))
  await waitFor(() => expect(table().page).toHaveLength(5))
})

it('tells it of rows that have to be fetched, too', async () => {
  const { table, start } = await renderLoaded()
  const rows = distantRows(named(3))
  await start(() => table().refresh()).then((call) => call.answer(rows))
  await waitFor(() => expect(table().running).toBeUndefined())
  const reread = table().track(anas)
  const changes = vi.fn()
  await start(() => reread().then(changes)).then((call) => call.answer(distantRows(named(10))))
  await waitFor(() => expect(changes.mock.calls).toEqual([[{ added: 7, kept: 3, removed: 0 }]]))
})

it('compares with the rows of the moment, whatever has been loaded since', async () => {
  const { call, changes, start, table } = await tracked()
  await start(() => table().refresh()).then((call) => call.answer(named(5)))
  await waitFor(() => expect(table().count).toBe(5))
  await call().then((call) => call.answer(named(5)))
  await waitFor(() => expect(changes.mock.calls).toEqual([[{ added: 2, kept: 3, removed: 0 }]]))
})

it('tells it by the read that overtook its own', async () => {
  const { call, changes, start, table } = await tracked()
  await call()
  const refresh = await start(() => table().refresh())
  expect(changes).not.toHaveBeenCalled()
  refresh.answer(named(4))
  await waitFor(() => expect(changes.mock.calls).toEqual([[{ added: 1, kept: 3, removed: 0 }]]))
})

it('tells nothing once the read has failed, and does not wait for a retry', async () => {
  const { call, changes, toasts, table } = await tracked()
  await call().then((call) => call.fail(new Error('no')))
  await waitFor(() => expect(changes.mock.calls).toEqual([[undefined]]))
  await waitFor(() => expect(table().failed).toBe(true))
  expect(toasts).toHaveLength(1)
})

it('tells nothing when there were no rows to compare with', async () => {
  const { table, calls, call } = renderPeople()
  const reread = table().track(anas)
  const changes = vi.fn()
  act(() => void reread().then(changes))
  await waitFor(() => expect(calls).toHaveLength(2))
  call(1).answer(named(3))
  await waitFor(() => expect(changes.mock.calls).toEqual([[undefined]]))
})

it('tells nothing when the tab goes', async () => {
  const { call, changes, unmount } = await tracked()
  await call()
  unmount()
  await waitFor(() => expect(changes.mock.calls).toEqual([[undefined]]))
})

it('tells nothing once the tab is gone', async () => {
  const { table, calls, unmount } = await renderLoaded()
  const reread = table().track(anas)
  unmount()
  expect(await reread()).toBeUndefined()
  expect(calls).toHaveLength(1)
})

it('tells nothing when the rows were lost to who kept them', async () => {
  const { table, start } = await renderLoaded()
  const rows = { ...distantRows(named(3)), keys: () => Promise.reject(new Error('The worker has failed.')) }
  await start(() => table().refresh()).then((call) => call.answer(rows))
  await waitFor(() => expect(table().running).toBeUndefined())
  const reread = table().track(anas)
  const changes = vi.fn()
  await start(() => reread().then(changes)).then((call) => call.answer(named(3)))
  await waitFor(() => expect(changes.mock.calls).toEqual([[undefined]]))
})
