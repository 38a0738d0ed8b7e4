import { expect, it } from 'vitest'
import { formatRowKeys, parseRowKeys, rowKeysLabel } from './row-keys'

it('writes and reads the keys of rows, and names the first ones', () => {
  const keys = ['301', '"a, b"', ':"A"', '304']
  expect(parseRowKeys(formatRowKeys(keys))).toEqual(keys)
  expect(rowKeysLabel(formatRowKeys(keys.slice(0, 3)))).toBe('301, a, b, A')
  expect(rowKeysLabel(formatRowKeys(keys))).toBe('301, a, b, A y 1 más')
  expect(rowKeysLabel(formatRowKeys(Array.from({ length: 1103 }, (_, index) => String(index))))).toBe(
    '0, 1, 2 y 1.100 más',
  )
})
