import { describe, expect, it, vi } from 'vitest'
import { presetDays } from '../view/day-range'
import { campaignTime, formatTime, timeArticle } from './campaign-time'
import { fileName } from './file-name'

const evening = new Date('2025-11-22T21:30:05-05:00')

describe.each(['Europe/Madrid', 'Asia/Tokyo', 'America/Bogota'])('in a browser in %s', (zone) => {
  it('all times are those of Bogotá', () => {
    vi.stubEnv('TZ', zone)
    expect(evening.getHours() === 21).toBe(zone === 'America/Bogota')
    expect(campaignTime(evening)).toBe('2025-11-22 21:30:05')
    expect(campaignTime(Date.parse('2025-07-01T04:59:59Z'))).toBe('2025-06-30 23:59:59')
    expect(formatTime(evening)).toBe('21:30')
    expect(formatTime(Date.parse('2025-07-01T05:00:00Z'))).toBe('00:00')
    expect(fileName('Codigos', evening)).toBe('Codigos 2025-11-22 21.30.05.xlsx')
    expect(presetDays('Hoy', evening)).toBe('2025-11-22..2025-11-22')
  })

  it.each([
    ['00:59', 'las'],
    ['01:00', 'la'],
    ['01:59', 'la'],
    ['02:00', 'las'],
    ['11:01', 'las'],
    ['13:01', 'las'],
  ])('%s has the article %s', (time, article) => {
    vi.stubEnv('TZ', zone)
    expect(timeArticle(new Date(`2025-11-22T${time}:00-05:00`))).toBe(article)
  })
})
