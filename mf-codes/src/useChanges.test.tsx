import { apiClient } from '@canje/shared-auth'
import { TabRoot } from '@canje/shared-ui'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Code } from './codes'
import { useChanges } from './useChanges'

const code: Code = { id: 5, name: 'ABC', userName: null, used: 0, date: null }
const table = { track: () => async () => undefined, reload: async () => undefined }

afterEach(() => {
  vi.restoreAllMocks()
})

/** Asks for the deletion of a code on a service without 'Deshacer', whose response the test sends. */
function ask() {
  let respond = (_response: { data: unknown }) => {}
  const post = vi.spyOn(apiClient, 'post').mockReturnValue(
    new Promise((resolve) => {
      respond = resolve
    }),
  )
  const notify = vi.fn()
  const clear = vi.fn()
  const wrapper = ({ children }: PropsWithChildren) => <TabRoot notify={notify}>{children}</TabRoot>
  const { result } = renderHook(() => useChanges(table), { wrapper })
  const changes = () => result.current.state.changes
  act(() => void result.current.selectionAction.run([code], clear))
  const confirm = changes()[0]?.confirm ?? (() => undefined)
  const cancel = () => result.current.step(changes()[0]?.id ?? 0, 'close')
  return { post, notify, clear, respond, statuses: () => changes().map(({ status }) => status), confirm, cancel }
}

it('sends a deletion once that is confirmed twice, and awaits its outcome', async () => {
  const { post, notify, respond, statuses, confirm } = ask()
  act(() => {
    confirm()
    confirm()
  })
  await waitFor(() => expect(post).toHaveBeenCalled())
  expect(statuses()).toEqual(['sent'])
  respond({ data: true })
  await waitFor(() => expect(statuses()).toEqual(['done']))
  expect(post).toHaveBeenCalledTimes(1)
  expect(notify).toHaveBeenCalledTimes(1)
})

it('sends no deletion that is confirmed after it was cancelled', async () => {
  const { post, clear, statuses, confirm, cancel } = ask()
  await act(async () => {
    cancel()
    confirm()
  })
  expect(statuses()).toEqual([])
  expect(post).not.toHaveBeenCalled()
  expect(clear).not.toHaveBeenCalled()
})

describe('a restoration', () => {
  const twin: Code = { ...code, id: 6 }
  const deleted = (one: Code, deletionId: number) => ({ data: { codes: [{ id: one.id, name: one.name }], deletionId } })

  function open() {
    const post = vi.spyOn(apiClient, 'post')
    const wrapper = ({ children }: PropsWithChildren) => (
      <TabRoot notify={() => undefined} features={['history']}>
        {children}
      </TabRoot>
    )
    const { result } = renderHook(() => useChanges(table), { wrapper })
    const restore = (codes: readonly Code[]) => {
      post.mockResolvedValueOnce({ data: { restored: codes.length } })
      return act(() => result.current.undo({ codes, count: codes.length, deletionIds: [] }))
    }
    return { post, restore, changes: () => result.current, receipts: () => result.current.state.changes }
  }

  it('ends the receipt of its code, and not that of another code with the same text', async () => {
    const { post, restore, changes, receipts } = open()
    for (const one of [code, twin]) {
      post.mockResolvedValueOnce(deleted(one, Number(one.id)))
      await act(() => changes().remove(one))
    }
    await restore([twin])
    expect(receipts().map(({ codes }) => codes)).toEqual([[code]])
  })

  it('ends the receipt of several codes of which it has one, since the service restores all or none', async () => {
    const { post, restore, changes, receipts } = open()
    post.mockResolvedValueOnce(deleted(code, 1)).mockResolvedValueOnce(deleted(twin, 2))
    await act(async () => changes().selectionAction.run([code, twin], () => undefined))
    expect(receipts()).toHaveLength(1)
    await restore([code])
    expect(receipts()).toEqual([])
  })

  it('keeps the receipt of the creation of its codes', async () => {
    const { post, restore, changes, receipts } = open()
    post.mockResolvedValueOnce({ data: { codes: [{ id: 5, name: 'ABC' }] } })
    await act(() => changes().create(1))
    await restore([code])
    expect(receipts().map(({ kind }) => kind)).toEqual(['create'])
  })
})
