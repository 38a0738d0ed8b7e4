import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cut, mask } from './mask'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

it.each<[what: string, text: string, masked: string]>([
  ['a JSON web token', `no permitido: ${JWT}`, 'no permitido: [token]'],
  ['an authorization header', 'Authorization: Bearer abc.def', 'Authorization: [token]'],
  ['a bearer token', 'rechazado bearer abc~def/=', 'rechazado bearer [token]'],
  ['a UUID', 'sesión 0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11', 'sesión [token]'],
  ['a hash', 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K is wrong', '[token] is wrong'],
  ['a password', '{"password":"hunter dos","x":1}', '{"password":"[token] dos","x":#}'],
  ['a Spanish password', 'clave=secreto&usuario=ana', 'clave=[token]&usuario=ana'],
  ['a mail', 'El correo juan.pérez+x@ejemplo.com.co no existe', 'El correo [mail] no existe'],
  ['a mail whose name ends in a brace', 'El correo ana}@ejemplo.com no existe', 'El correo ana[mail] no existe'],
  ['no package', "Cannot find module '@canje/shared-ui'", "Cannot find module '@canje/shared-ui'"],
  ['an encoded mail', 'juan%40ejemplo.com', '[mail]'],
  ['a phone number', 'Llame al +57 (300) 123-4567 ya', 'Llame al +# ya'],
  ['long digits', 'id 9007199254740993', 'id #'],
  ['digits of another script', 'id ٠١٢٣', 'id #'],
  ['a short number in a word', 'reading item2 of row 7', 'reading item# of row #'],
  ['an amount', 'total $1.234.567,89.', 'total $#.'],
  ['the query of a URL', 'GET https://api.test/x?nombre=Ana failed', 'GET https://api.test/x?… failed'],
  ['the fragment of a URL', 'en http://canje.test/main#q=Ana', 'en http://canje.test/main?…'],
  [
    'words and identifiers',
    "Cannot read properties of undefined (reading 'codeName')",
    "Cannot read properties of undefined (reading 'codeName')",
  ],
])('masks %s', (_what, text, masked) => {
  expect(mask(text)).toBe(masked)
})

const KEPT = ['mf-x', '1.2.3', 'mf-x@b12', 'https://r.test/mf-x/1.2.3/entry.js']

it('keeps given words, whole ones only', () => {
  const text = 'mf-x 1.2.3 (https://r.test/mf-x/1.2.3/entry.js) has no "mf-x@b12"'
  expect(mask(text, KEPT)).toBe(text)
  expect(mask(text)).toBe('mf-x # (https://r.test/mf-x/#/entry.js) has no "[mail]"')
  expect(mask('amf-x@b12 mf-x@b12.co 1.2.34', KEPT)).toBe('[mail] [mail] #')
})

it('leaves no mail of any text with words that it keeps', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom(...KEPT), (mail, word) => {
      expect(mask(`${word} ${mail} ${word} "${mail}"${mail} (${word})`, KEPT)).not.toContain(mail)
    }),
  )
})

it('leaves no digit of any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => !/\p{Nd}/u.test(mask(text))))
})

it('leaves nothing of a mail or number at the limit of what it reads', () => {
  for (let length = 1950; length <= 2010; length++) {
    const masked = mask(`${'a '.repeat(length / 2)}juan.perez@ejemplo.com 3001234567`)
    expect(masked).not.toMatch(/juan|perez|ejemplo|\d/)
  }
})

it.each(['a'.repeat(10_000_000), '1a'.repeat(5_000_000), ' '.repeat(10_000_000), '@'.repeat(10_000_000)])(
  'masks a text of 10 MB without reading all of it',
  (text) => {
    expect(mask(text).length).toBeLessThanOrEqual(2001)
  },
)

it.each<[what: string, text: string, max: number, expected: string]>([
  ['a short text', 'abc', 3, 'abc'],
  ['a long text', 'abcd', 3, 'ab…'],
  ['an emoji at the limit', 'ab😀cd', 4, 'ab…'],
  ['a lone surrogate', 'a\ud83d', 4, 'a\ufffd'],
])('cuts %s', (_what, text, max, expected) => {
  expect(cut(text, max)).toBe(expected)
})
