import { apiClient } from '@canje/shared-auth'
import { TabRoot } from '@canje/shared-ui'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
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
