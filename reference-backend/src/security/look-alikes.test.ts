import { expect, it } from 'vitest'
import { looksLike } from './look-alikes'

it.each([
  ['admin', 'ADMIN'],
  ['admin', 'adm\u0131n'],
  ['admin', '\u00e1dmin'],
  ['admin', 'a\u0301dmin'],
  ['admin', '\u0430dmin'],
  ['admin', '\uff41\uff44\uff4d\uff49\uff4e'],
  ['admin', 'ad\u200bmin'],
  ['admin', 'admin\u00a0'],
  ['admin', 'AD-MIN.'],
  ['admin', 'adm1n'],
  ['admin', 'admln'],
  ['admin', 'ADM\u0130N'],
  ['admin', 'adrnin'],
  ['admin', 'adm!n'],
  ['admin', '@dmin'],
  ['admin', 'adnnin'],
  ['diego', 'cliego'],
  ['soto', '5oto'],
  ['soto', '$oto'],
  ['bob', '8ob'],
  ['zara', '2ara'],
  ['oedipo', 'œdipo'],
  ['OEDIPO', 'Œdipo'],
  ['aeneas', 'æneas'],
  ['AENEAS', 'Æneas'],
  ['admin', 'admin!'],
  ['clara', 'cIara'],
  ['cope', '\u0441\u043e\u0440\u0435'],
  ['ANNA', '\u0391\u039d\u039d\u0391'],
  ['Jos\u00e9 Ru\u00edz', 'jose ruiz'],
  ['o\u2019neill', "o'neill"],
  ['stra\u00dfe', 'STRASSE'],
  ['bogot\u00e1', 'b0g0ta'],
])('takes %j and %j for alike, in either order', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
})

it.each([
  ['admin', 'admin2'],
  ['ana', 'eva'],
  ['Мария', 'Марина'],
  ['李小龍', '李小虎'],
  ['ana1', 'ana2'],
  ['maria', 'mario'],
])('tells %j from %j', (one, other) => {
  expect(looksLike(one, other)).toBe(false)
})
