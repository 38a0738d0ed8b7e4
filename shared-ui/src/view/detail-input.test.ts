import { expect, it, vi } from 'vitest'
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

it('calls the functions of the frame', () => {
  const frame = {
    headingId: 'h',
    takesFocus: () => true,
    renewedAt: 5,
    renew: vi.fn(),
    canOpen: () => true,
    open: vi.fn(),
  }
  const read = readDetailInput({ id: 7, ...frame })?.frame
  expect(read).toMatchObject({ headingId: 'h', renewedAt: 5 })
  expect(read?.takesFocus()).toBe(true)
  read?.renew?.()
  expect(frame.renew).toHaveBeenCalledOnce()
  expect(read?.canOpen('detalle:codigo')).toBe(true)
  read?.open('detalle:codigo', { id: 1 })
  expect(frame.open).toHaveBeenCalledWith('detalle:codigo', { id: 1 })
})

it.each([
  {},
  { headingId: 7, takesFocus: 'yes', renewedAt: '5', renew: 1, canOpen: true, open: 'x' },
  { canOpen: () => true },
])('opens nothing without a valid frame: %o', (frame) => {
  const read = readDetailInput({ id: 7, ...frame })?.frame
  expect(read).toMatchObject({ headingId: undefined, renewedAt: 0, renew: undefined })
  expect(read?.takesFocus()).toBe(false)
  expect(read?.canOpen('detalle:codigo')).toBe(false)
})

it.each([
  [Number.POSITIVE_INFINITY, 0],
  [Number.NaN, 0],
  [7, 7],
  [1e15, 1e12],
])('reads the time %d of the last renewal as %d', (renewedAt, expected) => {
  vi.spyOn(performance, 'now').mockReturnValue(1e12)
  expect(readDetailInput({ id: 7, renewedAt })?.frame.renewedAt).toBeCloseTo(expected)
  vi.restoreAllMocks()
})
