import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { distantRows, heldRows, type Person, people, renderPeople } from '../testing/people'

const executionError = { severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }
const ana: Person[] = [{ id: 1, name: 'Ana' }]
const refusal = new Error('no')

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('useTable, when a call fails,', () => {
  it('keeps the rows, the page and the filter, and says so once', async () => {
    const { table, start, toasts } = await renderLoaded()
    const onShown = vi.fn()
    act(() => table().turnTo(20, 10))
    const call = await start(() => table().filter('Ana', onShown))
    call.fail(refusal)

    await waitFor(() => expect(table().failed).toBe(true))
    expect(toasts).toEqual([executionError])
    expect(table()).toMatchObject({ first: 20, filtered: false, running: undefined })
    expect(table().count).toBe(35)
    expect(onShown).not.toHaveBeenCalled()
  })

  it('repeats it as often as it fails, to the end it would have had at first', async () => {
    const { table, start, toasts } = await renderLoaded()
    const onShown = vi.fn()
    await start(() => table().filter('Ana', onShown)).then((call) => call.fail(refusal))
    await waitFor(() => expect(table().failed).toBe(true))
    await start(() => table().retry()).then((call) => call.fail(refusal))
    await waitFor(() => expect(toasts).toEqual([executionError, executionError]))

    const call = await start(() => table().retry())
    expect(call.filter).toBe('Ana')
    expect(table()).toMatchObject({ failed: true, running: 'filter' })
    call.answer(ana)
    await waitFor(() => expect(onShown).toHaveBeenCalledOnce())
    expect(table()).toMatchObject({ failed: false, page: ana })
  })

  it('recovers from a first load', async () => {
    const { table, call, calls, toasts } = renderPeople()
    call(0).fail(refusal)
    await waitFor(() => expect(table().failed).toBe(true))
    expect(table().count).toBeUndefined()
    act(() => {
      table().retry()
    })
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer(ana)
    await waitFor(() => expect(table().page).toEqual(ana))
    expect(toasts).toEqual([executionError])
  })

  it('lets a reload wait for the retry that shows the change', async () => {
    const { table, start } = await renderLoaded()
    const onReloaded = vi.fn()
    await start(() => table().reload().then(onReloaded)).then((call) => call.fail(refusal))
    await waitFor(() => expect(table().failed).toBe(true))
    const call = await start(() => table().retry())
    expect(onReloaded).not.toHaveBeenCalled()
    call.answer(people(34))
    await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
  })

  it('ends a filter whose page was lost with the retry, once', async () => {
    const { table, start, toasts } = await renderLoaded()
    const onShown = vi.fn()
    const lost = heldRows(people(30))
    await start(() => table().filter('Persona', onShown)).then((call) => call.answer(lost))
    await waitFor(() => expect(table().isTurning).toBe(true))
    lost.lose()
    await waitFor(() => expect(table()).toMatchObject({ failed: true, isTurning: false }))
    expect(toasts).toEqual([executionError])
    expect(onShown).not.toHaveBeenCalled()

    const found = distantRows(people(30))
    const call = await start(() => table().retry())
    expect(call.filter).toBe('Persona')
    call.answer(found)
    await waitFor(() => expect(onShown).toHaveBeenCalledOnce())

    found.page.mockRejectedValueOnce(refusal)
    act(() => table().turnTo(20, 10))
    await waitFor(() => expect(table().failed).toBe(true))
    await start(() => table().retry()).then((call) => call.answer(distantRows(people(30))))
    await waitFor(() => expect(table()).toMatchObject({ failed: false, isTurning: false }))
    expect(onShown).toHaveBeenCalledOnce()
  })

  it('says nothing of a 401: it ends the session', async () => {
    const { table, start, toasts } = await renderLoaded()
    const call = await start(() => table().refresh())
    call.fail(Object.assign(new Error('Unauthorized'), { status: 401 }))
    await waitFor(() => expect(table().failed).toBe(true))
    expect(toasts).toEqual([])
  })
})
