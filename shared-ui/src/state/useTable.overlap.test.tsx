import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderLoaded } from '../testing/loaded'
import { distantRows, type Person, people } from '../testing/people'

const ana: Person[] = [{ id: 1, name: 'Ana' }]

describe('useTable, with one operation on top of another,', () => {
  it('ignores the answer of the one that was overtaken', async () => {
    const { table, start, toasts } = await renderLoaded()
    const onShown = { luis: vi.fn(), ana: vi.fn() }
    const slow = await start(() => table().filter('Luis', onShown.luis))
    const quick = await start(() => table().filter('Ana', onShown.ana))
    expect(slow.signal.aborted).toBe(true)

    quick.answer(ana)
    slow.answer(people(3))
    await waitFor(() => expect(onShown.ana).toHaveBeenCalledOnce())
    expect(table().page).toEqual(ana)
    expect(onShown.luis).not.toHaveBeenCalled()
    expect(toasts).toEqual([])
  })

  it('ends a reload with the one that overtook it', async () => {
    const { table, start } = await renderLoaded()
    const onReloaded = vi.fn()
    await start(() => table().reload().then(onReloaded))
    const call = await start(() => table().reload())
    expect(onReloaded).not.toHaveBeenCalled()
    call.answer(ana)
    await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
    expect(table().page).toEqual(ana)
  })

  it('ends every reload of one moment with the last', async () => {
    const { table, call, calls } = await renderLoaded()
    let reloads: Promise<unknown> = Promise.resolve()
    act(() => {
      reloads = Promise.all([table().reload(), table().reload()])
    })
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer(ana)
    await reloads
    expect(table().page).toEqual(ana)
  })

  it('ignores the response of a load that was overtaken before the next render', async () => {
    const { table, start, calls, call } = await renderLoaded()
    const old = distantRows(ana)
    const first = await start(() => table().refresh())
    const onReloaded = vi.fn()
    await act(async () => {
      // Outside of React's own events, the render comes after what is settled by now.
      await Promise.resolve()
      table().reload().then(onReloaded)
      first.answer(old)
    })
    await waitFor(() => expect(calls).toHaveLength(3))
    expect(old.close).toHaveBeenCalledOnce()
    expect(onReloaded).not.toHaveBeenCalled()
    call(2).answer(people(3))
    await waitFor(() => expect(onReloaded).toHaveBeenCalledOnce())
    expect(table().page).toEqual(people(3))
  })

  it('ends a reload that begins after the tab was unmounted', async () => {
    const { table, calls, unmount } = await renderLoaded()
    const { reload } = table()
    unmount()
    await reload()
    expect(calls).toHaveLength(1)
  })

  it('closes rows that arrive while the tab unmounts', async () => {
    const { table, start, unmount } = await renderLoaded()
    const fresh = distantRows(ana)
    const call = await start(() => table().refresh())
    await act(async () => {
      call.answer(fresh)
      await Promise.resolve()
      unmount()
    })
    expect(fresh.close).toHaveBeenCalledOnce()
  })

  it('ends every reload when the tab goes', async () => {
    const { table, start, unmount } = await renderLoaded()
    const ends: Promise<void>[] = []
    await start(() => ends.push(table().reload()))
    await start(() => ends.push(table().reload()))
    unmount()
    expect(await Promise.all(ends)).toHaveLength(2)
  })

  it('calls off what is under way when the tab goes, without an end or a toast', async () => {
    const { table, start, unmount, toasts } = await renderLoaded()
    const onShown = vi.fn()
    const call = await start(() => table().filter('Ana', onShown))
    unmount()
    expect(call.signal.aborted).toBe(true)
    call.answer(ana)
    expect(onShown).not.toHaveBeenCalled()
    expect(toasts).toEqual([])
  })
})
