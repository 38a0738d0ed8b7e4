import { expect, it } from 'vitest'
import { isSameText, sameText } from './same-text'
import { isUsualText } from './worker/usual-text'
import { encodeUtf8 } from './worker/utf8'

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

it('leaves the texts unchanged that the worker skips as usual', () => {
  const characters = Array.from({ length: 0x3000 }, (_, point) => String.fromCodePoint(point))
  const texts = characters.flatMap((character) => [character, `a${character}`, `${character}a`, `a${character} b`])
  const usual = texts.filter((text) => {
    const bytes = encodeUtf8(text)
    return isUsualText(bytes, 0, bytes.length)
  })
  expect(usual).toContain('aé b')
  expect(usual).not.toContain('a  b')
  expect(usual.filter((text) => sameText(text) !== text)).toEqual([])
})
