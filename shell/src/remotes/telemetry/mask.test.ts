import fc from 'fast-check'
import { expect, it } from 'vitest'
import { errorTypeOf, mask } from './mask'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

it.each<[what: string, text: string, masked: string]>([
  ['an authorization header', 'falta Authorization: Bearer abc.def', 'falta …'],
  ['a password', 'no hay {"password":"hunter dos","x":1}', 'no hay …'],
  ['a Spanish password', 'con clave=secreto&usuario=ana', 'con …'],
  ['a mail', 'El correo juan.pérez+x@ejemplo.com.co no existe', 'El correo … no existe'],
  ['no package', "Cannot find module '@canje/shared-ui'", "Cannot find module '@canje/shared-ui'"],
  ['no slot', 'falta detalle:codigo', 'falta detalle:codigo'],
  ['a phone number', 'Llame al +57 (300) 123-4567 de', '… al +… (…) … de'],
  ['digits of another script', 'id ٠١٢٣', 'id …'],
  ['a short number in a word', 'reading item2 of row 7', 'reading … of row …'],
  ['the query of a URL', 'GET https://api.test/x?nombre=Ana failed', 'GET https://…/x?nombre=… failed'],
  ['the number of a path and of a port', 'http://a.test:3000/mf-codes/1.2.3/3001234567.js', 'http://….js'],
  ['a part of a cut JSON text', 'no hay {"data":[{"name":"ana per', 'no hay …'],
  [
    'a quoted sentence',
    `Unexpected token 'A', "ana perez" is not valid JSON`,
    `Unexpected token '…', "…" is not valid JSON`,
  ],
  ['the word of another script', 'no existe Анна 王小明', 'no existe …'],
  [
    'no file of a build',
    'Loading chunk 7 failed. (https://store.test/mf-codes/1.2.3/Tab.abcdef.js)',
    'Loading chunk … failed. (https://…/Tab.….js)',
  ],
  ...[
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    "undefined is not an object (evaluating 'e.length')",
    'NetworkError when attempting to fetch resource.',
    'It does not expose ./Tab: ./Tab must have a React component as its default export.',
    'a === b, no hay filas',
  ].map((message) => ['no message of a browser or developer', message, message] as [string, string, string]),
  [
    'words and identifiers',
    "Cannot read properties of undefined (reading 'codeName')",
    "Cannot read properties of undefined (reading '…')",
  ],
  ['a name', 'no rows for ana perez', 'no rows for …'],
  ['a path with a name', 'GET /mf-juana-perez/x', 'GET /…/x'],
  ['no path of the info API', '/SelectScores and /DeleteCode', '/SelectScores and /DeleteCode'],
  ['the host of another site', 'https://juana-perez.test/main', 'https://…/main'],
  ['no origin of the page', `${location.origin}/main`, `${location.origin}/main`],
  ['an unknown class', 'PerezService threw PerezError', '… threw …'],
  ['no known class', 'AxiosError: Request failed with status code', 'AxiosError: Request failed with status code'],
])('masks %s', (_what, text, masked) => {
  expect(mask(text)).toBe(masked)
})

it.each(['AxiosError', 'TypeError', 'DOMException', 'AbortError', 'OtherShellError'])('knows %s', (name) => {
  expect(errorTypeOf({ name })).toBe(name)
})

it.each(['PerezError', 'PerezException', 'Error Perez', 'Ana', 'String'])('knows no error %s', (name) => {
  expect(errorTypeOf(Object.assign(new Error('x'), { name }))).toBe('Error')
})

const KEPT = ['mf-x', '1.2.3', 'mf-x@b12', 'https://r.test/mf-x/1.2.3/entry.js']

it('keeps given words, whole ones only', () => {
  const text = 'mf-x 1.2.3 (https://r.test/mf-x/1.2.3/entry.js) has no "mf-x@b12"'
  expect(mask(text, KEPT)).toBe(text)
  expect(mask(text)).toBe('…-x … (https://…-x/….js) has no "…"')
  expect(mask('amf-x@b12 mf-x@b12.co 1.2.34 a@a.be', KEPT)).toBe('…')
})

it('leaves no mail of any text with words that it keeps', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom(...KEPT), (mail, word) => {
      expect(mask(`${word} ${mail} ${word} "${mail}"${mail} (${word})`, KEPT)).not.toContain(mail)
    }),
    { seed: 1 },
  )
})

/** How a text may stand in a message. */
const PLACES: Record<string, (text: string) => string> = {
  'a sentence': (text) => `no existe ${text} aquí`,
  'a query': (text) => `/SelectScores?name=${text.replaceAll(' ', '+')}&x`,
  'a fragment': (text) => `en /main?tab=codigos#q=${encodeURIComponent(text)}`,
  'a path of another URL': (text) => `(http://a.test/users/${encodeURIComponent(text)}/x.html)`,
  'a user of a URL': (text) => `https://${encodeURIComponent(text)}:x@a.test/`,
  'a data URL': (text) => `data:text/plain,${text}`,
  'an encoded data URL': (text) => `data:;base64,${btoa(unescape(encodeURIComponent(text)))}`,
  'a blob URL': (text) => `blob:https://a.test/${encodeURIComponent(text)}`,
  'another scheme': (text) => `whatsapp:${encodeURIComponent(text)}`,
  'a doubly encoded text': (text) => `a%3D${encodeURIComponent(encodeURIComponent(text))}`,
  JSON: (text) => JSON.stringify({ data: [{ name: text }] }),
  'cut JSON': (text) => `respuesta: [{"id":1,"name":"${text}`,
  'an assignment': (text) => `name: ${text}, id: x`,
  'a quoted name': (text) => `Cannot find user "${text}"`,
  'a host': (text) => `https://${text.replace(/[^\p{L}\p{N}]+/gu, '-')}.test/`,
  'a quoted sentence': (text) => `no existe "de ${text}"`,
}

it.each(Object.entries(PLACES))('leaves nothing of a person in %s', (_place, write) => {
  const name = fc.constantFrom(
    'Ana',
    'PEREZ',
    'Ñuñez',
    'María-José',
    "O'Brien",
    'DeLaCruz',
    'juana',
    'pérez',
    'ana_zoe',
  )
  const code = fc.string({ unit: fc.constantFrom(...'abcdfgkmnprstwxz'), minLength: 12, maxLength: 12 })
  const other = fc.constantFrom('ana.perez@ejemplo.com', '+57 300 123 4567', '3001234567', 'AZZAZDCGPZA4', JWT)
  fc.assert(
    fc.property(fc.array(fc.oneof(name, code, other), { minLength: 1, maxLength: 3 }), (texts) => {
      const masked = mask(write(texts.join(' ')))
      for (const part of texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)))
        if (part.length > 2) expect(masked.toLowerCase()).not.toContain(part.toLowerCase())
    }),
    { seed: 3 },
  )
})

it('leaves no digit of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => !/\p{Nd}/u.test(mask(text))),
    { seed: 2 },
  )
})

it('leaves nothing of a mail or number at the limit of what it reads', () => {
  for (let length = 440; length <= 510; length++) {
    const masked = mask(`${'a '.repeat(length / 2)}juan.perez@ejemplo.com 3001234567`)
    expect(masked).not.toMatch(/juan|perez|ejemplo|\d/)
  }
  // Half of this name is a known word.
  expect(mask(`${'a '.repeat(249)}noemi`)).not.toContain('no')
})

it('masks a text of 1 MB without reading all of it', () => {
  expect(mask('1a'.repeat(500_000)).length).toBeLessThanOrEqual(501)
})
