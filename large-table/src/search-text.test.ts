import { describe, expect, it } from 'vitest'
import { RowMatcher } from './row-matcher'
import { foldText, isBlankSearch, parseSearch, searchableText } from './search-text'

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

it.each<[string, string[][][]]>([
  ['', []],
  [' \n\t\r\n \u200B ', []],
  ['José  Pérez', [[['jose'], ['perez']]]],
  ['A1\r\nB2\n\nC3 d\u2028e', [[['a1']], [['b2']], [['c3'], ['d']], [['e']]]],
  ['A1\tPendiente\u00A0ya', [[['a1'], ['pendiente'], ['ya']]]],
  ['3001234567', [[['3001234567']]]],
  ['(300)123-45', [[['(300)123-45', '30012345']]]],
  ['1.5 12a -', [[['1.5', '15'], ['12a'], ['-']]]],
  ['10:42', [[['10:42']]]],
  ['304 - 335;', [[['304'], ['335;', '335']]]],
  ['+573043', [[['+573043', '573043', '3043']]]],
  ['+57 304 335', [[['+57', '57', '304335'], ['304'], ['335']]]],
  // Not the code of the country, but another number.
  ['+57', [[['+57', '57']]]],
  ['573043', [[['573043']]]],
  ['57 30', [[['57'], ['30']]]],
  // Two numbers, not a phone.
  ['30 2025-07-18', [[['30'], ['2025-07-18', '20250718']]]],
])('parses the search %j', (search, lines) => {
  expect(parseSearch(search)).toEqual(lines)
})

it.each(['', ' \n\u200B', 'a', '\u200B-'])('a search without words is blank: %j', (search) => {
  expect(isBlankSearch(search)).toBe(parseSearch(search).length === 0)
})

describe('a phone', () => {
  const isFound = (search: string, cell: string) => new RowMatcher(search).matches(searchableText(cell))

  it.each([
    '304 335 4628',
    '+57 304 335 4628',
    '0057 (304) 335-4628',
    '\u202A+57\u00A0[304]\u2060335\u22124628\u202C',
    '(+57)3043354628',
    '304 335 4628,',
    '“304 335 4628”',
    'tel:+573043354628',
    '304·335·4628',
    '+57 304 335',
    '+573043354',
    '00573043354',
    '(57) 304 335',
    '57304335',
  ])('is found by %j, however it is stored', (search) => {
    for (const stored of ['3043354628', '+573043354628', '+57 304 335 4628', '(0057) 304-335-4628'])
      expect(isFound(search, stored)).toBe(true)
    expect(isFound(search, '3053364629')).toBe(false)
  })

  it.each(['2025-07-18 30', '30 2025-07-18', '+57 304 335 4628 2025-07-18', '30 3043354628 2025'])(
    'is found beside other numbers by %j',
    (search) => {
      expect(isFound(search, '30\n2025-07-18\n3043354628')).toBe(true)
      expect(isFound(search, '30\n2025-08-19\n3053364629')).toBe(false)
    },
  )

  it.each(['+57 304335462899', '573043354628999', 'a57304335', '10:42'])(
    'is not found by another text %j',
    (search) => {
      expect(isFound(search, '3043354628 y 31042')).toBe(false)
    },
  )
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
