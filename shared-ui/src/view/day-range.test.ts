import { describe, expect, it, vi } from 'vitest'
import { isDayRange, parseDayRange, presetDays } from './day-range'

describe('presetDays', () => {
  /** Noon in Bogotá. */
  const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)

  it.each([
    ['2025-11-22', '2025-11-16', '2025-11-01', '2025-10-01..2025-10-31'],
    ['2025-03-31', '2025-03-25', '2025-03-01', '2025-02-01..2025-02-28'],
    ['2024-03-01', '2024-02-24', '2024-03-01', '2024-02-01..2024-02-29'],
    ['2025-12-31', '2025-12-25', '2025-12-01', '2025-11-01..2025-11-30'],
    ['2026-01-01', '2025-12-26', '2026-01-01', '2025-12-01..2025-12-31'],
  ])('on %s, seven days begin on %s, the month on %s, and last month is %s', (day, week, month, lastMonth) => {
    const now = noonOf(day)
    expect(presetDays('Hoy', now)).toBe(`${day}..${day}`)
    expect(presetDays('Últimos 7 días', now)).toBe(`${week}..${day}`)
    expect(presetDays('Este mes', now)).toBe(`${month}..${day}`)
    expect(presetDays('Mes pasado', now)).toBe(lastMonth)
  })

  it('does not depend on how the browser formats dates', () => {
    class OtherFormat {
      format = () => '22.11.25'
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: OtherFormat })
    expect(presetDays('Últimos 7 días', noonOf('2025-11-22'))).toBe('2025-11-16..2025-11-22')
  })
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

it('parseDayRange leaves invalid days open', () => {
  expect(parseDayRange('2025-10-22..99-99')).toEqual({ from: '2025-10-22', to: '' })
  expect(parseDayRange('')).toEqual({ from: '', to: '' })
})
