import { act, renderHook } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Code } from './api/select-codes'
import { useMisclickGuard } from './useMisclickGuard'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const codes: Code[] = [1, 2, 3, 4].map((id) => ({ id, name: `C${id}`, userName: null, used: 0, date: '' }))
const [first, second, third, fourth] = codes as [Code, Code, Code, Code]

const press = (detail: number, pointerType: string) =>
  ({ detail, nativeEvent: { pointerType } }) as unknown as MouseEvent
const mouse = press(1, 'mouse')
const touch = press(1, 'touch')
const key = press(0, '')

const movePointer = (clientX: number, clientY = 0) =>
  document.dispatchEvent(Object.assign(new Event('pointermove'), { clientX, clientY }))

/** Deletes the second code, so that the rows below it move up. */
function afterDeletion() {
  const { result, rerender } = renderHook(({ page }) => useMisclickGuard(page), { initialProps: { page: codes } })
  movePointer(100)
  act(() => void result.current.registerDeletion(second))
  rerender({ page: [first, third, fourth] })
  return result
}

it('ignores mouse presses on moved rows until the pointer moves 8 px', () => {
  const rows = afterDeletion()
  expect([first, third, fourth].map((code) => rows.current.isMisclick(mouse, code))).toEqual([false, true, true])
  movePointer(107)
  expect(rows.current.isMisclick(mouse, third)).toBe(true)
  movePointer(108)
  expect(rows.current.isMisclick(mouse, third)).toBe(false)
})

it('ignores key and touch presses on the row that replaced the deleted one', () => {
  const rows = afterDeletion()
  for (const press of [key, touch]) {
    expect([first, third, fourth].map((code) => rows.current.isMisclick(press, code))).toEqual([false, true, false])
  }
  movePointer(300)
  expect(rows.current.isMisclick(key, third)).toBe(true)
})

it('accepts all presses 1.5 s after the rows moved', () => {
  const rows = afterDeletion()
  vi.advanceTimersByTime(1_499)
  expect(rows.current.isMisclick(mouse, third)).toBe(true)
  expect(rows.current.isMisclick(key, third)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(rows.current.isMisclick(mouse, third)).toBe(false)
  expect(rows.current.isMisclick(key, third)).toBe(false)
})

it('measures the 1.5 s from the movement of the rows, not from the deletion', () => {
  const { result, rerender } = renderHook(({ page }) => useMisclickGuard(page), { initialProps: { page: codes } })
  result.current.registerDeletion(second)
  expect(result.current.isMisclick(key, second)).toBe(false)
  vi.advanceTimersByTime(5_000)
  rerender({ page: [first, third, fourth] })
  vi.advanceTimersByTime(1_499)
  expect(result.current.isMisclick(key, third)).toBe(true)
})

it('uses the position of a row at its last display', () => {
  const { result, rerender } = renderHook(({ page }) => useMisclickGuard(page), { initialProps: { page: codes } })
  movePointer(100)
  result.current.registerDeletion(third)
  // Another user has deleted the first one.
  rerender({ page: [second, { ...third }, fourth] })
  rerender({ page: [{ ...second }, { ...fourth }] })
  expect([second, fourth].map((code) => result.current.isMisclick(mouse, code))).toEqual([false, true])
  expect([second, fourth].map((code) => result.current.isMisclick(key, code))).toEqual([false, true])
})

it('ignores mouse presses on a moved row above', () => {
  const { result, rerender } = renderHook(({ page }) => useMisclickGuard(page), { initialProps: { page: codes } })
  movePointer(100)
  result.current.registerDeletion(third)
  rerender({ page: [second, fourth] })
  expect(result.current.isMisclick(mouse, second)).toBe(true)
})

it('accepts all presses after a failed deletion', () => {
  const { result, rerender } = renderHook(({ page }) => useMisclickGuard(page), { initialProps: { page: codes } })
  movePointer(100)
  result.current.registerDeletion(second)
  rerender({ page: codes.map((code) => ({ ...code })) })
  for (const press of [mouse, key]) {
    expect(codes.map((code) => result.current.isMisclick(press, code))).toEqual([false, false, false, false])
  }
})

it('waits for a row that was on another page', () => {
  const { result, rerender } = renderHook(({ page }) => useMisclickGuard(page), { initialProps: { page: codes } })
  result.current.registerDeletion(second)
  rerender({ page: [5, 6].map((id) => ({ ...first, id })) })
  vi.advanceTimersByTime(1_500)
  rerender({ page: codes })
  vi.advanceTimersByTime(3_000)
  movePointer(100)
  rerender({ page: [first, third, fourth] })
  for (const press of [mouse, key]) expect(result.current.isMisclick(press, third)).toBe(true)
})
