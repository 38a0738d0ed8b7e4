import { dictionary } from '@zxcvbn-ts/language-common'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { hostileTexts } from '../testing/hostile'
import { differsFromName, NewName, NewPassword, parseInput } from './account-rules'

const name = (input: unknown) => parseInput(NewName, input)
const password = (input: unknown) => parseInput(NewPassword, input)

it.each([
  ['admin', 'admin'],
  ['José Núñez', 'José Núñez'],
  ['Jose\u0301', 'José'],
  ['ａｄｍｉｎ', 'admin'],
  ['ana\u00a0ruiz', 'ana ruiz'],
  ["o'neill-2@example.com", "o'neill-2@example.com"],
  ['Мария', 'Мария'],
  ['Αθηνά 1', 'Αθηνά 1'],
  ['李小龍', '李小龍'],
  ['2026', '2026'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['e\u0301'.repeat(200), '\u00e9'.repeat(200)],
  ['Stra\u00dfe \u0141\u00f3d\u017a', 'Stra\u00dfe \u0141\u00f3d\u017a'],
])('accepts the name %j as %j', async (typed, stored) => {
  expect(await name(typed)).toBe(stored)
})

const rare = 'has rare letters or symbols'
const mixed = 'mixes letters of several alphabets'
const hidden = 'contains invisible characters'
const edges = 'begins or ends with a space, or has two in a row'
it.each([
  ['\u0430dmin', mixed],
  ['admi\u03bf', mixed],
  ['\u13a0dmin', mixed],
  ['ana\u674e', mixed],
  ['adm\u0456n', mixed],
  ['adm\u{10400}n', mixed],
  ['i\u0307ris', mixed],
  ['\u0251dmin', rare],
  ['\u1d00dmin', rare],
  ['admin\u0661', mixed],
  ['adm\u2502n', rare],
  ['ad\u200bmin', hidden],
  ['ad\u00admin', hidden],
  ['\ufeffadmin', hidden],
  ['admin\u202e', hidden],
  ['admin\u2066', hidden],
  ['admin\ufe0f', hidden],
  ['admin\u3164', hidden],
  ['admin\u{e0061}', hidden],
  ['ad\u2028min', hidden],
  ['admin\ud800', hidden],
  ['admin\ue000', hidden],
  [' admin', edges],
  ['admin ', edges],
  ['admin\u00a0', edges],
  ['admin\u3000', edges],
  ['ana  ruiz', edges],
  ['ad\tmin', 'contains control characters'],
  ['ad\u0085min', 'contains control characters'],
  ['Jos\ufffd', 'is no text in UTF-8'],
  ['admin\ud800', 'contains invisible characters'],
  ['x'.repeat(10_000), 'is longer than 200 characters'],
  ['', 'is empty'],
  ['x'.repeat(201), 'is longer than 200 characters'],
  ['x'.repeat(10_000), 'is longer than 200 characters'],
  ['\ufdfa'.repeat(12), 'is longer than 200 characters in Unicode form NFKC'],
])('refuses the name %j', async (typed, reason) => {
  await expect(name(typed)).rejects.toThrow(new RegExp(`^The name ${reason}[^\n]*\\.$`))
})

it('accepts the default password, and any that is long and uncommon', async () => {
  const accepted = [
    'demo-1234',
    'pruebas-1234',
    'clave secreta ',
    'ñandúñandú!',
    '🐦🌳🌊🔥🎲🎻🍋🧭',
    'x7'.repeat(500).replace('x', 'y'),
  ]
  for (const text of accepted) expect(await password(text)).toBe(text)
})

it.each([
  ['contrasen\u0303a-larga', 'contrase\u00f1a-larga'],
  ['clave\u00a0secreta\u3000', 'clave secreta '],
  ['\uff43\uff4c\uff41\uff56\uff45-ancha', '\uff43\uff4c\uff41\uff56\uff45-ancha'],
])('takes the password %j for %j', async (typed, hashed) => {
  expect(await password(typed)).toBe(hashed)
})

it.each([
  ['contador', 'contador'],
  ['contador', 'CONTADOR'],
  ['Mar\u00eda Ruiz', 'maria ruiz'],
  ['peñaloza', 'pen\u0303aloza'],
])('refuses for the account %j the password %j', async (username, password) => {
  const schema = v.pipe(v.object({ username: v.string(), password: v.string() }), differsFromName())
  await expect(parseInput(schema, { username, password })).rejects.toThrow('one of the most common ones')
  const other = { username, password: `${password}-1234` }
  expect(await parseInput(schema, other)).toEqual(other)
})

it.each([
  ['', 'has fewer than 8 characters'],
  ['n\u0303'.repeat(7), 'has fewer than 8 characters'],
  ['x7-kQ2z', 'has fewer than 8 characters'],
  ['🐦🌳🌊🔥', 'has fewer than 8 characters'],
  ['y'.repeat(1001), 'is longer than 1000 characters'],
  ['x'.repeat(100_000), 'is longer than 1000 characters'],
  ['line\nbreak', 'contains control characters'],
  ['contrase\ufffda', 'is no text in UTF-8'],
  ['surrogate\ud800', 'contains control characters'],
  ...['password', 'PASSWORD', 'Password1', 'qwertyuiop', '12345678', 'iloveyou', '1q2w3e4r', 'Sunshine'].map(common),
  ...['00000000', 'aaaaaaaa', '12341234', 'abababab', 'ññññññññ', '87654321', 'abcdefgh', '0123456789'].map(common),
])('refuses the password %j', async (text, reason) => {
  await expect(password(text)).rejects.toThrow(new RegExp(`^The password ${reason}[^\n]*\\.$`))
})

it('refuses the 1,000 most common passwords', async () => {
  for (const text of dictionary['passwords-common'].slice(0, 1000)) await expect(password(text)).rejects.toThrow()
})

it.each(hostileTexts)('takes %j for text, or refuses it in one line', async (text) => {
  const result = await name(text).catch(String)
  expect(result).toMatch(/^[^\n]+$/)
})

function common(text: string): [string, string] {
  return [text, 'is one of the most common ones']
}
