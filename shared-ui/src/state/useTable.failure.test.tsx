import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { asyncRows, deferredRows, type Person, people } from '../testing/people'

const executionError = { severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }
const ana: Person[] = [{ id: 1, name: 'Ana' }]
const failure = new Error('no')

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('useTable after a failed request', () => {
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

  it('completes a filter whose page was lost once, on retry', async () => {
    const { table, start, toasts } = await renderLoaded()
    const lost = deferredRows(people(30))
    await start(() => table().filter('Persona')).then((load) => load.respond(lost))
    await waitFor(() => expect(table().isPageLoading).toBe(true))
    lost.reject()
    await waitFor(() => expect(table()).toMatchObject({ fault: {}, isPageLoading: false }))
    expect(toasts).toEqual([executionError])

    const found = asyncRows(people(30))
    const load = await start(() => table().retry())
    expect(load.filter).toBe('Persona')
    load.respond(found)
    await waitFor(() => expect(table()).toMatchObject({ fault: undefined, count: 30, isPageLoading: false }))

    found.page.mockRejectedValueOnce(failure)
    act(() => table().goToPage(20, 10))
    await waitFor(() => expect(table().fault).toBeDefined())
    await start(() => table().retry()).then((load) => load.respond(asyncRows(people(30))))
    await waitFor(() => expect(table()).toMatchObject({ fault: undefined, isPageLoading: false }))
  })
})
