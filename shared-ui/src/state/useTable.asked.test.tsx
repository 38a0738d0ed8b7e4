import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { people } from '../testing/people'

it('tells what staff ask for from what happens to the rows', async () => {
  const { table, start } = await renderLoaded()
  const seen = new Set([table().asked])
  const isNew = () => seen.size < seen.add(table().asked).size

  for (const ask of [
    () => table().goToPage(30, 10),
    () => table().orderBy({ field: 'name', direction: 1 }),
    () => table().goToPage(30, 10),
    () => table().searchFor('persona'),
    () => table().goToPage(30, 10),
  ]) {
    act(ask)
    expect(isNew()).toBe(true)
  }
  act(() => table().openDetail('usuario:1'))
  expect(isNew()).toBe(false)

  // The page has no rows any more.
  await start(() => table().reload()).then((load) => load.respond(people(30)))
  await waitFor(() => expect(table().first).toBe(20))
  expect(isNew()).toBe(false)

  const filtered = await start(() => table().filter('Ana'))
  expect(isNew()).toBe(true)
  filtered.respond(people(3))
  await waitFor(() => expect(table().count).toBe(3))
  // However late the rows come, their first page is what was asked for before.
  expect(isNew()).toBe(false)
  const refreshed = await start(() => table().refresh())
  expect(isNew()).toBe(true)
  refreshed.respond(people(35))
  await waitFor(() => expect(table().count).toBe(35))
  expect(isNew()).toBe(false)
  for (const first of [20, 30]) {
    act(() => table().goToPage(first, 10))
    expect(isNew()).toBe(true)
  }
})
