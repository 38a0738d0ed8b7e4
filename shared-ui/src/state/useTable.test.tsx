import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { heldRows, people } from '../testing/people'

describe('useTable', () => {
  it('loads everything once', async () => {
    const { calls, toasts, table } = await renderLoaded()
    expect(calls.map(({ filter }) => filter)).toEqual([undefined])
    expect(toasts).toEqual([])
    expect(table().running).toBeUndefined()
  })

  it('refreshes everything, in the same order, from the first page', async () => {
    const { table, start, firstId } = await renderLoaded()
    act(() => table().orderBy({ header: 'Id', direction: -1 }))
    act(() => table().turnTo(20, 10))
    expect(firstId()).toBe(15)

    const call = await start(() => table().refresh())
    expect(table().running).toBe('refresh')
    call.answer(people(50))

    await waitFor(() => expect(firstId()).toBe(50))
    expect(table().first).toBe(0)
  })

  it('asks for everything again when refreshed after a filter', async () => {
    const { table, start } = await renderLoaded()
    const filtering = await start(() => table().filter('Ana'))
    expect(filtering.filter).toBe('Ana')
    filtering.answer(people(1))
    await waitFor(() => expect(table().filtered).toBe(true))

    const refresh = await start(() => table().refresh())
    expect(refresh.filter).toBeUndefined()
    refresh.answer(people(35))
    await waitFor(() => expect(table().filtered).toBe(false))
  })

  it('filters from the first page, and says when the rows are shown', async () => {
    const { table, start } = await renderLoaded()
    const onShown = vi.fn()
    act(() => table().turnTo(20, 10))
    const call = await start(() => table().filter('Persona', onShown))
    expect(onShown).not.toHaveBeenCalled()
    call.answer(people(30))
    await waitFor(() => expect(onShown).toHaveBeenCalledOnce())
    expect(table().count).toBe(30)
    expect(table().first).toBe(0)
  })

  it('says that rows are shown when the page has them, not when the answer is there', async () => {
    const { table, start } = await renderLoaded()
    const [onShown, onReloaded] = [vi.fn(), vi.fn()]
    const [found, fresh] = [heldRows(people(30)), heldRows(people(29))]
    await start(() => table().filter('Persona', onShown)).then((call) => call.answer(found))
    await waitFor(() => expect(table()).toMatchObject({ count: 30, running: undefined, isTurning: true }))
    expect(onShown).not.toHaveBeenCalled()
    found.bring()
    await waitFor(() => expect(onShown).toHaveBeenCalledOnce())
    expect(table().page).toEqual(people(10))

    await start(() => table().reload().then(onReloaded)).then((call) => call.answer(fresh))
    await waitFor(() => expect(table()).toMatchObject({ count: 29, running: undefined, isTurning: true }))
    expect(onReloaded).not.toHaveBeenCalled()
    fresh.bring()
    await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
    expect(onShown).toHaveBeenCalledOnce()
  })

  it('reloads the same result and stays on the page', async () => {
    const { table, start } = await renderLoaded()
    await start(() => table().filter('Persona')).then((call) => call.answer(people(35)))
    await waitFor(() => expect(table().filtered).toBe(true))
    act(() => table().turnTo(20, 10))

    const call = await start(() => table().reload())
    expect(call.filter).toBe('Persona')
    call.answer(people(34))
    await waitFor(() => expect(table().count).toBe(34))
    expect(table().first).toBe(20)
  })

  it('goes to the last page when a reload has taken the page away', async () => {
    const { table, start } = await renderLoaded()
    act(() => table().turnTo(30, 10))
    const call = await start(() => table().reload())
    call.answer(people(30))
    await waitFor(() => expect(table().count).toBe(30))
    expect(table().first).toBe(20)
  })

  it('orders from the first page, and orders what comes later too', async () => {
    const { table, start, firstId } = await renderLoaded()
    act(() => table().turnTo(20, 10))
    act(() => table().orderBy({ header: 'Nombre', direction: -1 }))
    expect(table().first).toBe(0)
    expect(firstId()).toBe(35)

    const call = await start(() => table().reload())
    call.answer(people(40))
    await waitFor(() => expect(firstId()).toBe(40))
  })
})
