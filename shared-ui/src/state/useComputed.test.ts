import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useComputed } from './useComputed'

it('drops a value that arrives after that of a later input', async () => {
  const [earlier, later] = [{}, {}]
  const settle = new Map<object, (value: string) => void>()
  const compute = (input: object) => new Promise<string>((resolve) => settle.set(input, resolve))
  const { result, rerender } = renderHook((input) => useComputed(input, compute), { initialProps: earlier })
  rerender(later)
  await act(async () => settle.get(later)?.('later'))
  await act(async () => settle.get(earlier)?.('earlier'))
  expect(result.current).toEqual({ input: later, value: 'later' })
})
