import { expect, it } from 'vitest'
import { reasonOf } from './reason'

it.each([
  [new Error('The disk is full.'), 'The disk is full'],
  [new Error('first line\n  second line'), 'first line second line'],
  [
    new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]),
    'refused by ::1; refused by 127.0.0.1',
  ],
  [new TypeError(''), 'TypeError'],
  [{ name: 'ErrnoError', errno: 54 }, 'ErrnoError'],
  ['a text', 'a text'],
  ['', 'unknown error'],
])('gives the reason of %o in one line', (thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason)
})
