import { expect, it } from 'vitest'
import { type Code, missingCode } from './codes'
import { describeDeletion } from './selected-codes'

const codes = (count: number, more: Partial<Code> = {}): Code[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: 'A', userName: null, used: 0, date: null, ...more }))

it.each([
  ['se borra 1', codes(1), 1, true],
  [
    'se borran 2, se queda 1 redimido, se queda 1 sin id',
    [...codes(2), ...codes(1, { used: 1 }), ...codes(1, { id: '' })],
    2,
    true,
  ],
  [
    'no se borra ninguno, se queda 1 redimido, 1 no existe',
    [...codes(1, { used: 1 }), missingCode({ id: null, name: 'B' })],
    0,
    false,
  ],
  ['no se borra ninguno, 1 no existe', [missingCode({ id: 7, name: 'B' })], 0, false],
  ['no se borra ninguno, se quedan 2 redimidos', codes(2, { used: 1 }), 0, false],
  ['se borran 500, se queda 1 redimido', [...codes(500), ...codes(1, { used: 1 })], 500, true],
  ['se borran hasta 500 codigos a la vez: elija menos', codes(501), 501, false],
])('says "%s"', (text, selected, count, isPossible) => {
  expect(describeDeletion(selected)).toEqual({ text, count, isPossible })
})
