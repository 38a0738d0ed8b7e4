import fc from 'fast-check'
import { expect, it } from 'vitest'
import { errorTypeOf, mask } from './mask'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

it.each<[what: string, text: string, masked: string]>([
  ['a JSON web token', `no permitido: ${JWT}`, 'no permitido: …'],
  ['a token of letters alone', 'sesión eyJzdWIiOiJhYmNkZWZnIn.dozjgNryPJjVmNHl-wNXgLnIPlFUPTHsRU', 'sesión …'],
  ['a token with plus signs', 'sesión abcDefGhi+jklMnoPqr+stuVwxYz', 'sesión …'],
  ['an authorization header', 'falta Authorization: Bearer abc.def', 'falta …'],
  ['a bearer token', 'rejected bearer abc~def/=', 'rejected …/='],
  ['a UUID', 'sesión 0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11', 'sesión …'],
  ['a hash', 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K is undefined', '… is undefined'],
  ['a password', 'no hay {"password":"hunter dos","x":1}', 'no hay …'],
  ['a Spanish password', 'con clave=secreto&usuario=ana', 'con …'],
  ['a mail', 'El correo juan.pérez+x@ejemplo.com.co no existe', 'El correo …+x@… no existe'],
  ['a mail whose name ends in a brace', 'El correo ana}@ejemplo.com no existe', 'El correo …}@… no existe'],
  ['no package', "Cannot find module '@canje/shared-ui'", "Cannot find module '@canje/shared-ui'"],
  ['no slot', 'falta detalle:codigo', 'falta detalle:codigo'],
  ['an encoded mail', 'juan%40ejemplo.com', '…'],
  ['a phone number', 'Llame al +57 (300) 123-4567 de', '… al +… (…) … de'],
  ['long digits', 'id 9007199254740993', 'id …'],
  ['digits of another script', 'id ٠١٢٣', 'id …'],
  ['a short number in a word', 'reading item2 of row 7', 'reading … of row …'],
  ['an amount', '$1.234.567,89.', '….'],
  ['the query of a URL', 'GET https://api.test/x?nombre=Ana failed', 'GET https://…/x?nombre=… failed'],
  ['the fragment of a URL', 'en http://canje.test/main#q=Ana', 'en http://…/main#q=…'],
  ['the query of a relative URL', 'GET /SelectScores?name=Ana+Perez: 500', 'GET /SelectScores?name=…'],
  ['a path', 'GET https://api.test/users/ana/3 failed', 'GET https://…/users/… failed'],
  ['the number of a path and of a port', 'http://a.test:3000/mf-codes/1.2.3/3001234567.js', 'http://….js'],
  ['a part of a cut JSON text', 'no hay {"data":[{"name":"ana per', 'no hay …'],
  [
    'a quoted sentence',
    `Unexpected token 'A', "ana perez" is not valid JSON`,
    `Unexpected token '…', "…" is not valid JSON`,
  ],
  ['a quoted sentence with quotes', `no existe "it's juana" ni 'O'Brien juana'`, `no existe "it's …" … '…'…'`],
  ['a redeemable code', 'el codigo AZZAZDCGPZA4 no existe', 'el codigo … no existe'],
  ['the word of another script', 'no existe Анна 王小明', 'no existe …'],
  ['an IPv6 address', 'de 2001:db8::1 a ::1', 'de … a ::…'],
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
])('masks %s', (_what, text, masked) => {
  expect(mask(text)).toBe(masked)
})

it.each<[text: string, masked: string]>([
  ['no rows for ana perez', 'no rows for …'],
  ['name: ana perez', 'name: …'],
  ['nombre: ana maría perez, ciudad: cali', 'nombre: …'],
  ['Cannot find user "ana"', 'Cannot find user "…"'],
  ['usuario ana_perez', 'usuario …'],
  ['{ name: ana perez }', '…'],
  ['codigo skrxmnzwrtab', 'codigo …'],
  ['clave: hunter dos', '…'],
  ['id 7, ana perez', 'id …'],
  ['GET /files/ana-perez.js', 'GET /files/….js'],
  ['GET /mf-juana-perez/x', 'GET /…/x'],
  ['/SelectJuanaPerez and /InsertAna', '/… and /…'],
  ['/SelectScores and /DeleteCode', '/SelectScores and /DeleteCode'],
  ['detalle:juana [juana]', 'detalle:… […]'],
  ['https://juana-perez.test/main', 'https://…/main'],
  [`${location.origin}/main`, `${location.origin}/main`],
  ['PerezService threw PerezError', '… threw …'],
  ['AxiosError: Request failed with status code', 'AxiosError: Request failed with status code'],
])('keeps of "%s" only known words', (text, masked) => {
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
  expect(mask(text)).toBe('…-x … (https://…-x/….js) has no "…-x@…"')
  expect(mask('amf-x@b12 mf-x@b12.co 1.2.34', KEPT)).toBe('…-x@…-x@…')
})

it('leaves no mail of any text with words that it keeps', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom(...KEPT), (mail, word) => {
      expect(mask(`${word} ${mail} ${word} "${mail}"${mail} (${word})`, KEPT)).not.toContain(mail)
    }),
  )
})

/** How a text may stand in a message. */
const PLACES: Record<string, (text: string) => string> = {
  'a sentence': (text) => `no existe ${text} aquí`,
  'the start of a sentence': (text) => `${text} no existe`,
  'a query': (text) => `/SelectScores?name=${text.replaceAll(' ', '+')}&x`,
  'a query without a path': (text) => `?q=${encodeURIComponent(text)}`,
  'a relative URL': (text) => `SelectScores?name=${encodeURIComponent(text)}`,
  'a fragment': (text) => `en /main?tab=codigos#q=${encodeURIComponent(text)}`,
  'a path of the store': (text) => `https://store.test/mf-codes/${encodeURIComponent(text)}`,
  'a path of another URL': (text) => `(http://a.test/users/${encodeURIComponent(text)}/x.html)`,
  'a user of a URL': (text) => `https://${encodeURIComponent(text)}:x@a.test/`,
  'a URL without a scheme': (text) => `//a.test/${encodeURIComponent(text)}`,
  'a data URL': (text) => `data:text/plain,${text}`,
  'an encoded data URL': (text) => `data:;base64,${btoa(unescape(encodeURIComponent(text)))}`,
  'a blob URL': (text) => `blob:https://a.test/${encodeURIComponent(text)}`,
  'a file': (text) => `file:///C:/Users/${encodeURIComponent(text)}/x.csv`,
  'another scheme': (text) => `whatsapp:${encodeURIComponent(text)}`,
  'a form': (text) => `name=${encodeURIComponent(text)}&x=1`,
  'a doubly encoded text': (text) => `a%3D${encodeURIComponent(encodeURIComponent(text))}`,
  JSON: (text) => JSON.stringify({ data: [{ name: text }] }),
  'cut JSON': (text) => `respuesta: [{"id":1,"name":"${text}`,
  'JSON in JSON': (text) => `{"body":${JSON.stringify(JSON.stringify({ name: text }))}}`,
  'an assignment': (text) => `name: ${text}, id: x`,
  'a quoted name': (text) => `Cannot find user "${text}"`,
  'a host': (text) => `https://${text.replace(/[^\p{L}\p{N}]+/gu, '-')}.test/`,
  'a slot': (text) => `detalle:${text}`,
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
  )
})

it('leaves no digit of any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => !/\p{Nd}/u.test(mask(text))))
})

it('leaves nothing of a mail or number at the limit of what it reads', () => {
  for (let length = 440; length <= 510; length++) {
    const masked = mask(`${'a '.repeat(length / 2)}juan.perez@ejemplo.com 3001234567`)
    expect(masked).not.toMatch(/juan|perez|ejemplo|\d/)
  }
})

it.each(['a'.repeat(10_000_000), '1a'.repeat(5_000_000), ' '.repeat(10_000_000), '@'.repeat(10_000_000)])(
  'masks a text of 10 MB without reading all of it',
  (text) => {
    expect(mask(text).length).toBeLessThanOrEqual(501)
  },
)
