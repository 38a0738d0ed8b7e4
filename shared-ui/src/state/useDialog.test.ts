import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDialog } from './useDialog'

it('opens and closes', () => {
  const { result } = renderHook(useDialog)
  expect(result.current.isOpen).toBe(false)
  act(() => result.current.open())
  expect(result.current.isOpen).toBe(true)
  act(() => result.current.close())
  expect(result.current.isOpen).toBe(false)
})

it('stays open when close comes from before it was reopened', () => {
  const { result } = renderHook(useDialog)
  act(() => result.current.open())
  const { close } = result.current
  act(() => close())
  act(() => result.current.open())
  act(() => close())
  expect(result.current.isOpen).toBe(true)
})
