import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { type Person, people } from '../testing/people'

const executionError = { severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }
const ana: Person[] = [{ id: 1, name: 'Ana' }]
const failure = new Error('no')

it('keeps the rows, the page and the filter, and shows one toast', async () => {
  const { table, start, toasts } = await renderLoaded()
  act(() => table().goToPage(20, 10))
  const load = await start(() => table().filter('Ana'))
  load.fail(failure)

  await waitFor(() => expect(table().fault).toBeDefined())
  expect(toasts).toEqual([executionError])
  expect(table()).toMatchObject({ first: 20, serverFilter: undefined, running: undefined })
  expect(table().count).toBe(35)
})

it('retries after every failure, and completes the original operation', async () => {
  const { table, start, toasts } = await renderLoaded()
  await start(() => table().filter('Ana')).then((load) => load.fail(failure))
  await waitFor(() => expect(table().fault).toBeDefined())
  await start(() => table().retry()).then((load) => load.fail(failure))
  await waitFor(() => expect(toasts).toEqual([executionError, executionError]))

  const load = await start(() => table().retry())
  expect(load.filter).toBe('Ana')
  expect(table()).toMatchObject({ fault: {}, running: 'filter' })
  load.respond(ana)
  await waitFor(() => expect(table()).toMatchObject({ fault: undefined, page: ana }))
})

it('resolves a reload only after the retry that shows the change', async () => {
  const { table, start } = await renderLoaded()
  const onReloaded = vi.fn()
  await start(() => table().reload().then(onReloaded)).then((load) => load.fail(failure))
  await waitFor(() => expect(table().fault).toBeDefined())
  const load = await start(() => table().retry())
  expect(onReloaded).not.toHaveBeenCalled()
  load.respond(people(34))
  await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
})
