import { expect, it } from 'vitest'
import { codeDetail, formatDetail, parseDetail, userDetail } from './detail'

it.each([
  'codigo:A1',
  'persona:Ana: la mayor',
  'usuario:12',
  'usuario:"12"',
  'usuario:12:Ana: la mayor',
  'usuario:"a:\\"b":Ana',
  'codigo-id:5',
])('reads and writes %s', (text) => {
  const detail = parseDetail(text)
  expect(detail && formatDetail(detail)).toBe(text)
})

it.each([undefined, '', 'codigo', 'codigo:', 'otro:1', ':1'])('refuses %s', (text) => {
  expect(parseDetail(text)).toBeUndefined()
})

it('names codes and users by id, and by text without one', () => {
  const texts = [5, '5', null, undefined, '']
    .flatMap((id) => [codeDetail(id, 'A'), userDetail(id, 'Ana')])
    .map(formatDetail)
  expect(texts.slice(0, 4)).toEqual(['codigo-id:5', 'usuario:5', 'codigo-id:"5"', 'usuario:"5"'])
  expect(new Set(texts.slice(4))).toEqual(new Set(['codigo:A', 'persona:Ana']))
})
