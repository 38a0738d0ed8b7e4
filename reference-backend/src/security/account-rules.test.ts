import { dictionary } from '@zxcvbn-ts/language-common'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { differsFromName, NewName, NewPassword, parseInput } from './account-rules'

const name = (input: unknown) => parseInput(NewName, input)
const password = (input: unknown) => parseInput(NewPassword, input)

it.each([
  ['José Núñez', 'José Núñez'],
  ['Jose\u0301', 'José'],
  ['ａｄｍｉｎ', 'admin'],
  ['ana\u00a0ruiz', 'ana ruiz'],
  ["o'neill-2@example.com", "o'neill-2@example.com"],
  ['e\u0301'.repeat(200), '\u00e9'.repeat(200)],
])('accepts the name %j as %j', async (typed, stored) => {
  expect(await name(typed)).toBe(stored)
})

const other = 'has other characters than a to z'
const edges = 'begins or ends with a space, or has two in a row'
it.each([
  ['\u0430dmin', other],
  ['adm\u0131n', other],
  ['admin\u0661', other],
  ['adm\u2502n', other],
  ['ad\u200bmin', other],
  ['admin\ufe0f', other],
  ['ad\u034fmin', other],
  ['admin\ud800', other],
  [' admin', edges],
  ['admin\u3000', edges],
  ['ana  ruiz', edges],
  ['ad\tmin', 'contains control characters'],
  ['Jos\ufffd', 'is no text in UTF-8'],
  ['', 'is empty'],
  ['x'.repeat(201), 'is longer than 200 characters'],
  ['\ufdfa'.repeat(12), 'is longer than 200 characters in Unicode form NFKC'],
])('refuses the name %j', async (typed, reason) => {
  await expect(name(typed)).rejects.toThrow(new RegExp(`^The name ${reason}[^\n]*\\.$`))
})

it('accepts the default password, and any that is long and uncommon', async () => {
  for (const text of ['demo-1234', 'clave secreta ', '🐦🌳🌊🔥🎲🎻🍋🧭', 'x7'.repeat(500).replace('x', 'y')])
    expect(await password(text)).toBe(text)
})

it.each([
  ['contrasen\u0303a-larga', 'contrase\u00f1a-larga'],
  ['clave\u00a0secreta\u3000', 'clave secreta '],
  ['\uff43\uff4c\uff41\uff56\uff45-ancha', '\uff43\uff4c\uff41\uff56\uff45-ancha'],
])('takes the password %j for %j', async (typed, hashed) => {
  expect(await password(typed)).toBe(hashed)
})

it.each([
  ['contador', 'CONTADOR'],
  ['Mar\u00eda Ruiz', 'maria ruiz'],
])('refuses for the account %j the password %j', async (username, password) => {
  const schema = v.pipe(v.object({ username: v.string(), password: v.string() }), differsFromName())
  await expect(parseInput(schema, { username, password })).rejects.toThrow('one of the most common ones')
  const other = { username, password: `${password}-1234` }
  expect(await parseInput(schema, other)).toEqual(other)
})

const common = 'is one of the most common ones'
it.each([
  ['n\u0303'.repeat(7), 'has fewer than 8 characters'],
  ['🐦🌳🌊🔥', 'has fewer than 8 characters'],
  ['y'.repeat(1001), 'is longer than 1000 characters'],
  ['line\nbreak', 'contains control characters'],
  ['contrase\ufffda', 'is no text in UTF-8'],
  ['surrogate\ud800', 'contains control characters'],
  ['Password1', common],
  ['12341234', common],
  ['ññññññññ', common],
  ['87654321', common],
  ['abcdefgh', common],
])('refuses the password %j', async (text, reason) => {
  await expect(password(text)).rejects.toThrow(new RegExp(`^The password ${reason}[^\n]*\\.$`))
})

it('refuses the 100 most common passwords', async () => {
  for (const text of dictionary['passwords-common'].slice(0, 100)) await expect(password(text)).rejects.toThrow()
})
