import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { people } from '../testing/people'

it('refreshes all rows in the same order, from the first page on, and reloads them on their page', async () => {
  const { table, start, firstId } = await renderLoaded()
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  act(() => table().goToPage(20, 10))
  expect(firstId()).toBe(15)

  const load = await start(() => table().refresh())
  expect(table().running).toBe('refresh')
  load.respond(people(50))

  await waitFor(() => expect(firstId()).toBe(50))
  expect(table().first).toBe(0)

  act(() => table().goToPage(20, 10))
  await start(() => table().reload()).then((load) => load.respond(people(49)))
  await waitFor(() => expect(table().count).toBe(49))
  expect(table().first).toBe(20)
})

it('goes to the first page when sorted, and sorts later rows too', async () => {
  const { table, start, firstId } = await renderLoaded()
  act(() => table().goToPage(20, 10))
  act(() => table().orderBy({ field: 'name', direction: -1 }))
  expect(table().first).toBe(0)
  expect(firstId()).toBe(35)

  const load = await start(() => table().reload())
  load.respond(people(40))
  await waitFor(() => expect(firstId()).toBe(40))
})
