import { expect, it } from 'vitest'
import { readDetailInput } from './detail-input'

it.each([
  [{ id: 7 }, { id: 7 }],
  [
    { id: 9007199254740993n, name: 'Ana' },
    { id: 9007199254740993n, name: 'Ana' },
  ],
  [{ id: '', name: 'Ana' }, { name: 'Ana' }],
  [{ id: null, name: 'Ana', other: 1 }, { name: 'Ana' }],
  [{ id: [1], name: 'Ana' }, { name: 'Ana' }],
  [{ id: 7, name: 7 }, { id: 7 }],
])('reads the subject of %o', (input, subject) => {
  expect(readDetailInput(input)?.subject).toEqual(subject)
})

it.each([undefined, null, 'Ana', 7, {}, [], { id: '', name: '' }, { id: {}, name: null }])('refuses %o', (input) => {
  expect(readDetailInput(input)).toBeUndefined()
})

it('opens nothing without a frame', () => {
  const read = readDetailInput({ id: 7 })?.frame
  expect(read).toMatchObject({ headingId: undefined, renewedAt: 0, renew: undefined })
  expect(read?.takesFocus()).toBe(false)
  expect(read?.canOpen('detalle:codigo')).toBe(false)
})
