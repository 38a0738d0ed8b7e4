import { describe, expect, it } from 'vitest'
import { foldText, parseSearch, searchableText, spellingsOf } from './search-text'

describe('foldText', () => {
  it.each([
    ['José NIÑO', 'jose nino'],
    ['Jose\u0301', 'jose'],
    ['Ibagué, ÜBER', 'ibague, uber'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ Σ', 'οδοσ σ'],
    ['a\u200Bb\u2060c\uFEFFd\u00ADe', 'abcde'],
    ['\u202Eabc\u202C\u200Fd', 'abcd'],
    ['300\u00A0123\u2011456', '300 123-456'],
    ['😀 你好', '😀 你好'],
    ['a\tb\nc', 'a b c'],
    ['a\u0000b\u0085c', 'abc'],
    ['300\u2212123', '300-123'],
    ['\uD83D', '\uFFFD'],
  ])('%j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('folds every character independently of its neighbours, and folded ones to themselves', () => {
    // The other planes have no letters with another case or a mark.
    const characters = Array.from({ length: process.env.LONG_TESTS ? 0x11_0000 : 0x2_0000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
    const folded = characters.map(foldText)
    expect(folded.filter((text) => foldText(text) !== text)).toEqual([])
    const groups = Array.from({ length: characters.length / 8 }, (_, group) => [8 * group, 8 * group + 9] as const)
    expect(
      groups.filter(([from, to]) => foldText(characters.slice(from, to).join('')) !== folded.slice(from, to).join('')),
    ).toEqual([])
  })
})

it.each<[string, string[][]]>([
  ['', []],
  [' \n\t\r\n \u200B ', []],
  ['José  Pérez', [['jose', 'perez']]],
  ['A1\r\nB2\n\nC3 d\u2028e', [['a1'], ['b2'], ['c3', 'd'], ['e']]],
  ['A1\tPendiente\u00A0ya', [['a1', 'pendiente', 'ya']]],
  ...[
    '304 335 4628',
    '+57 304 335 4628',
    '0057 (304) 335-4628',
    '\u202A+57\u00A0[304]\u2060335\u22124628\u202C',
    '(+57)3043354628',
    '57.304.335.4628',
  ].map((phone): [string, string[][]] => [phone, [['3043354628']]]),
  ['Ana +57 304 335 4628 Cali', [['ana', '3043354628', 'cali']]],
  ['+57 123 456 7890', [['1234567890']]],
  // Two numbers, not a phone.
  ['79812345 3043354628', [['79812345', '3043354628']]],
  ['1020 304335', [['1020', '304335']]],
  ['A3043354628 304 335', [['a3043354628', '304', '335']]],
])('parses the search %j', (search, lines) => {
  expect(parseSearch(search)).toEqual(lines)
})

it.each([
  ['jose', ['jose']],
  ['3001234567', ['3001234567']],
  ['+57', ['+57', '57']],
  ['(300)123-45', ['(300)123-45', '30012345']],
  ['1.5', ['1.5', '15']],
  ['12a', ['12a']],
  ['-', ['-']],
])('finds %j as %j', (word, spellings) => {
  expect(spellingsOf(word)).toEqual(spellings)
})

describe('searchableText', () => {
  it.each([
    ['+57 300 123-4567', '573001234567'],
    ['tel. 300.123.4567 (casa)', '3001234567'],
    ['(57) 300/123', '57300123'],
    ['12-34 y 5 678.9', '1234\n56789'],
    ['3001-23-45-67', '3001234567'],
  ])('has the digits of %j', (text, digits) => {
    expect(searchableText(text)).toBe(`${text}\n${digits}`)
  })

  it.each(['3001234567', '+573001234567', '1-2-3', '2025-10-22 10.42', '12:34', '12, 34', 'ana.12345@x.co', '12a34'])(
    'has nothing besides %j',
    (text) => {
      expect(searchableText(text)).toBe(text)
    },
  )
})
