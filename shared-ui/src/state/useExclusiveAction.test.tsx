import type { ToastMessage } from '@canje/shared-auth'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { TabRoot } from './TabRoot'
import { useExclusiveAction } from './useExclusiveAction'

const toasts: ToastMessage[] = []

function Root({ children }: PropsWithChildren) {
  return <TabRoot notify={(message) => toasts.push(message)}>{children}</TabRoot>
}

beforeEach(() => {
  toasts.length = 0
})

it('runs one action per name at a time', async () => {
  const { result } = renderHook(useExclusiveAction, { wrapper: Root })
  let finish = () => {}
  const action = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  act(() => {
    void result.current.run('create', action)
    void result.current.run('create', action)
  })
  expect(result.current.isRunning('create')).toBe(true)
  expect(result.current.isRunning('delete')).toBe(false)

  await act(async () => finish())
  expect(action).toHaveBeenCalledOnce()
  expect(result.current.isRunning('create')).toBe(false)
})

it('reports a failure once and can run again', async () => {
  const { result } = renderHook(useExclusiveAction, { wrapper: Root })
  const action = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('no'))
  await act(() => result.current.run('create', action))
  expect(toasts).toEqual([{ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' }])
  await act(() => result.current.run('create', action))
  expect(action).toHaveBeenCalledTimes(2)
  expect(toasts).toHaveLength(1)
  await waitFor(() => expect(result.current.isRunning('create')).toBe(false))
})
