import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { people } from '../testing/people'

type Table = ReturnType<Awaited<ReturnType<typeof renderLoaded>>['table']>

it.each<[string, boolean, (table: Table) => void]>([
  ['a page', true, ({ goToPage }) => goToPage(30, 10)],
  ['an order', true, ({ orderBy }) => orderBy({ field: 'name', direction: 1 })],
  ['a search', true, ({ searchFor }) => searchFor('persona')],
  ['details', false, ({ openDetail }) => openDetail('usuario:1')],
])('takes %s for what staff ask of the rows: %s', async (_what, isAsked, change) => {
  const { table } = await renderLoaded()
  const { asked } = table()
  act(() => change(table()))
  expect(table().asked !== asked).toBe(isAsked)
})

it.each<[string, boolean, (table: Table) => unknown]>([
  ['filter', true, ({ filter }) => filter('Ana')],
  ['refresh', true, ({ refresh }) => refresh()],
  ['reload', false, ({ reload }) => reload()],
])('takes the start of a %s for that: %s, but never its rows, however late', async (_what, isAsked, request) => {
  const { table, start } = await renderLoaded()
  // A page that the fewer rows do not have.
  act(() => table().goToPage(30, 10))
  const { asked: before } = table()
  const load = await start(() => request(table()))
  const { asked } = table()
  expect(asked !== before).toBe(isAsked)
  load.respond(people(3))
  await waitFor(() => expect(table().count).toBe(3))
  expect(table().asked).toBe(asked)
})
