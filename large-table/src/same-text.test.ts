import { expect, it } from 'vitest'
import { isSameText, sameText } from './same-text'

it.each([
  ['Bogota\u0301', 'Bogotá'],
  [' Cali  Norte ', 'Cali Norte'],
  ['Cali\u00A0Norte\t', 'Cali Norte'],
  ['\uFEFF\u202ACa\u200Bli\u202C\u2069', 'Cali'],
  ['a\u200D\u0301', 'á'],
  ['\u200B \u2060', ''],
  ['CALI', 'CALI'],
])('%j is the same text as %j', (text, same) => {
  expect(sameText(text)).toBe(same)
  expect(isSameText(text, same)).toBe(true)
})

it.each([
  ['Cali', 'cali'],
  ['Bogotá', 'Bogota'],
  ['A B', 'AB'],
  ['', '0'],
])('%j is another text than %j', (one, other) => {
  expect(isSameText(one, other)).toBe(false)
})
