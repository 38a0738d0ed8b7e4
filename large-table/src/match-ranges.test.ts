import { expect, it } from 'vitest'
import { matchRanges } from './match-ranges'
import { parseSearch } from './search-text'

/** Returns the text with brackets around its matches. */
function marked(text: string, search: string): string {
  let result = ''
  let at = 0
  for (const { start, end } of matchRanges(text, parseSearch(search).flat(2))) {
    result += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  return result + text.slice(at)
}

it.each([
  ['José Niño', 'nino JOSE', '[José] [Niño]'],
  ['Jose\u0301', 's', 'Jo[s]e\u0301'],
  ['Jose\u0301', 'e', 'Jos[e\u0301]'],
  ['Ana', '', 'Ana'],
  ['anana', 'ana', '[anana]'],
  ['abcdef', 'abc cde f', '[abcdef]'],
  ['a\u200Bna b', 'an', '[a\u200Bn]a b'],
  ['\u200FAna', 'a', '\u200F[A]n[a]'],
  ['x😀y', '😀', 'x[😀]y'],
  ['👍🏽!', '👍', '[👍🏽]!'],
  ['👩\u200D👧 y', '👧', '[👩\u200D👧] y'],
  ['+57 300 123-4567', '0057 300.123.4567', '+57 [300 123-4567]'],
  ['\u202A(300)\u2212123 4567\u202C', '+573001234567', '\u202A([300)\u2212123 4567\u202C]'],
  ['San\u00A0 \tJose\u0301', 'SAN  JOSÉ', '[San]\u00A0 \t[Jose\u0301]'],
  ['+57 300 123-4567', '+573', '+[57 3]00 123-4567'],
  ['2025-10-22 10:42', '22-10', '2025-10-22 10:42'],
  ['tel: 300\u00A0123 4567', '01', 'tel: 30[0\u00A01]23 4567'],
  ['İstanbul', 'is', '[İs]tanbul'],
])('marks in %j the words of %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected)
})

it('marks a text of 10,000 characters', () => {
  const text = 'ñandú 😀 '.repeat(1250)
  expect(matchRanges(text, ['u'])).toHaveLength(1250)
  expect(matchRanges('a'.repeat(10_000), ['a', 'aa', 'a'.repeat(5000)])).toEqual([{ start: 0, end: 10_000 }])
  expect(matchRanges(`a${'\u0301'.repeat(9999)}`, ['a'])).toEqual([{ start: 0, end: 10_000 }])
  expect(matchRanges('12 '.repeat(3333), ['2121'])).toHaveLength(1)
})
