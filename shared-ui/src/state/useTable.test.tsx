import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { people } from '../testing/people'

it('refreshes all rows in the same order, and goes to the first page', async () => {
  const { table, start, firstId } = await renderLoaded()
  act(() => table().orderBy({ field: 'id', direction: -1 }))
  act(() => table().goToPage(20, 10))
  expect(firstId()).toBe(15)

  const load = await start(() => table().refresh())
  expect(table().running).toBe('refresh')
  load.respond(people(50))

  await waitFor(() => expect(firstId()).toBe(50))
  expect(table().first).toBe(0)
})

it('reloads the same result and stays on the page', async () => {
  const { table, start } = await renderLoaded()
  await start(() => table().filter('Persona')).then((load) => load.respond(people(35)))
  await waitFor(() => expect(table().serverFilter).toBeDefined())
  act(() => table().goToPage(20, 10))

  const load = await start(() => table().reload())
  load.respond(people(34))
  await waitFor(() => expect(table().count).toBe(34))
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
