import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readItem, removeItem, storeItem } from './storage'

const KEY = 'key'

beforeEach(() => sessionStorage.clear())
afterEach(() => removeItem(KEY))

it('keeps an entry in memory when session storage is full, and removes the earlier value from it', () => {
  storeItem(KEY, 'earlier')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  storeItem(KEY, 'value')
  expect(readItem(KEY)).toBe('value')
  expect(sessionStorage).toHaveLength(0)

  full.mockRestore()
  storeItem(KEY, 'later')
  expect(sessionStorage.getItem(KEY)).toBe('later')
})

it('is memory when the browser denies session storage', () => {
  vi.stubGlobal('sessionStorage', {
    get getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(readItem(KEY)).toBeNull()
  storeItem(KEY, 'value')
  expect(readItem(KEY)).toBe('value')
  removeItem(KEY)
  expect(readItem(KEY)).toBeNull()
})
