import { describe, expect, it } from 'vitest'
import { plainNumber, readsAsNumber, readsAsPhoneNumber } from './numeric-text'

describe('plainNumber', () => {
  it.each([
    ['0', 0],
    ['007', 7],
    ['-12.5', -12.5],
  ])('parses %j as %d', (text, number) => {
    expect(plainNumber(text)).toBe(number)
  })

  it.each(['', ' 1', '+1', '1.', '.5', '1,5', '1e3', '0x1F', 'Infinity', '1.234,56', '2026-01-01'])(
    'returns undefined for %j',
    (text) => {
      expect(plainNumber(text)).toBeUndefined()
    },
  )
})

describe('readsAsNumber', () => {
  it.each(['12', '+12', '-12.5', '-12,5', '1.234.567', '-1.234,56', '1,234.56'])('is true of %j', (text) => {
    expect(readsAsNumber(text)).toBe(true)
  })

  it.each(['', '-', '+', '1+1', '-1-1', '1e3', '--1', '-1.23.4', '-12.5\n=1+1'])('is false of %j', (text) => {
    expect(readsAsNumber(text)).toBe(false)
  })
})

describe('readsAsPhoneNumber', () => {
  it.each(['+573001234567', '+57 300 123 4567', '+57 (300) 123-4567', '+1234567'])('is true of %j', (text) => {
    expect(readsAsPhoneNumber(text)).toBe(true)
  })

  it.each(['3001234567', '+123456', '+1234567890123456', '+57300x1234567', '+-1234567'])('is false of %j', (text) => {
    expect(readsAsPhoneNumber(text)).toBe(false)
  })
})
