import { act, renderHook } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Code } from './api/select-codes'
import { useMovedRows } from './useMovedRows'

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

/** The second code was deleted, and the rows below it have moved up. */
function afterDeletion() {
  const { result, rerender } = renderHook(({ page }) => useMovedRows(page), { initialProps: { page: codes } })
  movePointer(100)
  act(() => void result.current.expectGone(second))
  rerender({ page: [first, third, fourth] })
  return result
}

it('takes no press of the mouse on a row that moved, until the pointer moves 8 px', () => {
  const rows = afterDeletion()
  expect([first, third, fourth].map((code) => rows.current.isMistaken(mouse, code))).toEqual([false, true, true])
  movePointer(107)
  expect(rows.current.isMistaken(mouse, third)).toBe(true)
  movePointer(108)
  expect(rows.current.isMistaken(mouse, third)).toBe(false)
})

it('takes no press by key or touch on the row that took the place', () => {
  const rows = afterDeletion()
  for (const press of [key, touch]) {
    expect([first, third, fourth].map((code) => rows.current.isMistaken(press, code))).toEqual([false, true, false])
  }
  movePointer(300)
  expect(rows.current.isMistaken(key, third)).toBe(true)
})

it('takes every press 1.5 s after the rows moved', () => {
  const rows = afterDeletion()
  vi.advanceTimersByTime(1_499)
  expect(rows.current.isMistaken(mouse, third)).toBe(true)
  expect(rows.current.isMistaken(key, third)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(rows.current.isMistaken(mouse, third)).toBe(false)
  expect(rows.current.isMistaken(key, third)).toBe(false)
})

it('counts the 1.5 s from when the rows move, however long the deletion takes', () => {
  const { result, rerender } = renderHook(({ page }) => useMovedRows(page), { initialProps: { page: codes } })
  result.current.expectGone(second)
  expect(result.current.isMistaken(key, second)).toBe(false)
  vi.advanceTimersByTime(5_000)
  rerender({ page: [first, third, fourth] })
  vi.advanceTimersByTime(1_499)
  expect(result.current.isMistaken(key, third)).toBe(true)
})

it('knows the place of a row that was on its way', () => {
  const { result, rerender } = renderHook(({ page }) => useMovedRows(page), { initialProps: { page: codes } })
  movePointer(100)
  result.current.expectGone(third)
  // Somebody else has deleted the first one.
  rerender({ page: [second, { ...third }, fourth] })
  rerender({ page: [{ ...second }, { ...fourth }] })
  expect([second, fourth].map((code) => result.current.isMistaken(mouse, code))).toEqual([false, true])
  expect([second, fourth].map((code) => result.current.isMistaken(key, code))).toEqual([false, true])
})

it('takes no press of the mouse on a row above that moved, too', () => {
  const { result, rerender } = renderHook(({ page }) => useMovedRows(page), { initialProps: { page: codes } })
  movePointer(100)
  result.current.expectGone(third)
  rerender({ page: [second, fourth] })
  expect(result.current.isMistaken(mouse, second)).toBe(true)
})

it('does nothing after a deletion that failed', () => {
  const { result, rerender } = renderHook(({ page }) => useMovedRows(page), { initialProps: { page: codes } })
  movePointer(100)
  result.current.expectGone(second)
  rerender({ page: codes.map((code) => ({ ...code })) })
  for (const press of [mouse, key]) {
    expect(codes.map((code) => result.current.isMistaken(press, code))).toEqual([false, false, false, false])
  }
})

it('waits for a row that was away with its page', () => {
  const { result, rerender } = renderHook(({ page }) => useMovedRows(page), { initialProps: { page: codes } })
  result.current.expectGone(second)
  rerender({ page: [5, 6].map((id) => ({ ...first, id })) })
  vi.advanceTimersByTime(1_500)
  rerender({ page: codes })
  vi.advanceTimersByTime(3_000)
  movePointer(100)
  rerender({ page: [first, third, fourth] })
  for (const press of [mouse, key]) expect(result.current.isMistaken(press, third)).toBe(true)
})
