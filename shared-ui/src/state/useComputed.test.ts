import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, it } from 'vitest'
import { useComputed } from './useComputed'

it('computes one at a time: aborts what is out of date, drops its value, and never starts what is by its turn', async () => {
  const [first, second, third] = [{}, {}, {}]
  const started = new Map<object, { settle: (value: string) => void; signal: AbortSignal }>()
  const compute = (input: object, signal: AbortSignal) =>
    new Promise<string>((settle) => started.set(input, { settle, signal }))
  const { result, rerender, unmount } = renderHook((input) => useComputed(input, compute), { initialProps: first })
  rerender(second)
  rerender(third)
  expect(started.get(first)?.signal.aborted).toBe(true)
  expect([...started.keys()]).toEqual([first])
  await act(async () => started.get(first)?.settle('first'))
  expect(result.current).toBeUndefined()
  expect([...started.keys()]).toEqual([first, third])
  await act(async () => started.get(third)?.settle('third'))
  expect(result.current).toEqual({ input: third, value: 'third' })
  unmount()
  expect(started.get(third)?.signal.aborted).toBe(true)
})

it('computes again what the end of its effects has aborted', async () => {
  const input = {}
  const { result } = renderHook(() => useComputed(input, async () => 'value'), { wrapper: StrictMode })
  await act(async () => undefined)
  expect(result.current?.value).toBe('value')
})
