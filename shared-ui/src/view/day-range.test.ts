import { describe, expect, it } from 'vitest'
import { isDayRange, monthRange, parseDayRange, presetRange } from './day-range'

describe('presetRange', () => {
  const afternoon = new Date('2025-11-22T20:00:00Z')

  it.each([
    ['hoy', '2025-11-22'],
    ['7 días', '2025-11-15'],
    ['último mes', '2025-10-22'],
  ] as const)('%s on 22 November begins on %s', (preset, from) => {
    expect(presetRange(preset, afternoon)).toEqual({ from, to: '2025-11-22' })
  })

  it("uses the campaign's time zone, five hours behind UTC", () => {
    expect(presetRange('hoy', new Date('2025-11-22T04:59:59Z')).to).toBe('2025-11-21')
    expect(presetRange('hoy', new Date('2025-11-22T05:00:00Z')).to).toBe('2025-11-22')
  })

  it.each([
    ['2025-03-31', '2025-02-28'],
    ['2024-03-31', '2024-02-29'],
    ['2025-12-31', '2025-11-30'],
    ['2025-01-15', '2024-12-15'],
  ])('a month before %s is %s', (day, from) => {
    expect(presetRange('último mes', new Date(`${day}T17:00:00Z`)).from).toBe(from)
  })
})

it.each([
  ['2025-02', '2025-02-01..2025-02-28'],
  ['2024-02', '2024-02-01..2024-02-29'],
  ['2025-12', '2025-12-01..2025-12-31'],
])('the range of the month %s is %s', (month, range) => {
  expect(monthRange(month)).toBe(range)
})

describe('isDayRange', () => {
  it.each(['2025-10-22..2025-11-22', '2025-10-22..', '..2024-02-29'])('accepts %s', (text) => {
    expect(isDayRange(text)).toBe(true)
  })

  it.each(['', '..', '99-99', '2025-02-29..', '2025-10-22', '2025-1-1..', '2025-10-22..x', '2025-10-22..2025-11-22..'])(
    'refuses %s',
    (text) => {
      expect(isDayRange(text)).toBe(false)
    },
  )
})

describe('parseDayRange', () => {
  it('leaves invalid days open', () => {
    expect(parseDayRange('2025-10-22..99-99')).toEqual({ from: '2025-10-22', to: '' })
    expect(parseDayRange('')).toEqual({ from: '', to: '' })
  })
})
