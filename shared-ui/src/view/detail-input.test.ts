import { expect, it, vi } from 'vitest'
import { nextTime } from '../rows/time'
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

it('takes from a frame what it knows, and leaves what another version passes otherwise', () => {
  const canOpen = () => true
  const input = { id: 7, headingId: 7, takesFocus: true, renewedAt: undefined, renew: vi.fn(), canOpen, open: null }
  const read = readDetailInput(input)?.frame
  expect(read).toMatchObject({ headingId: undefined, renewedAt: 0, renew: input.renew, canOpen })
  expect(read?.takesFocus()).toBe(false)
  expect(read?.open('detalle:codigo', { id: 7 })).toBeUndefined()
})

it('bounds the time of the last renewal, because a later one makes all data too old', () => {
  const timeOf = (renewedAt: number) => readDetailInput({ id: 7, renewedAt })?.frame.renewedAt
  expect(timeOf(7)).toBe(7)
  expect(timeOf(Number.NaN)).toBe(0)
  expect(timeOf(1e15)).toBeLessThan(nextTime())
})
