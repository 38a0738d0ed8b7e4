import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { asyncRows, type Person, people } from '../testing/people'

const ana: Person[] = [{ id: 1, name: 'Ana' }]

it('ignores the response of a superseded operation', async () => {
  const { table, start, toasts } = await renderLoaded()
  const slow = await start(() => table().filter('Luis'))
  const quick = await start(() => table().filter('Ana'))
  expect(slow.signal.aborted).toBe(true)

  quick.respond(ana)
  slow.respond(people(3))
  await waitFor(() => expect(table().page).toEqual(ana))
  expect(toasts).toEqual([])
})

it('resolves a reload with the one that superseded it', async () => {
  const { table, start } = await renderLoaded()
  const onReloaded = vi.fn()
  await start(() => table().reload().then(onReloaded))
  const load = await start(() => table().reload())
  expect(onReloaded).not.toHaveBeenCalled()
  load.respond(ana)
  await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
  expect(table().page).toEqual(ana)
})

it('repeats a pending filter or refresh by a reload, which does not undo it', async () => {
  const { table, start } = await renderLoaded()
  await start(() => table().filter('Ana'))
  const onReloaded = vi.fn()
  const filtered = await start(() => table().reload().then(onReloaded))
  expect(filtered.filter).toBe('Ana')
  filtered.respond(ana)
  await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
  expect(table().page).toEqual(ana)

  expect((await start(() => table().reload())).filter).toBe('Ana')
  await start(() => table().refresh())
  expect((await start(() => table().reload())).filter).toBeUndefined()
})

it('closes rows that arrive during unmount', async () => {
  const { table, start, unmount } = await renderLoaded()
  const fresh = asyncRows(ana)
  const load = await start(() => table().refresh())
  await act(async () => {
    load.respond(fresh)
    await Promise.resolve()
    unmount()
  })
  expect(fresh.close).toHaveBeenCalledOnce()
})

it('resolves all reloads at unmount', async () => {
  const { table, start, unmount } = await renderLoaded()
  const reloads: Promise<unknown>[] = []
  await start(() => reloads.push(table().reload()))
  await start(() => reloads.push(table().reload()))
  unmount()
  expect(await Promise.all(reloads)).toHaveLength(2)
})
