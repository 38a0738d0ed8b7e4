import { vi } from 'vitest'
import { type TabOptions, TIME_ZONE } from './tab-options'

const FORMATS = (
  [
    [Number.prototype, 'toLocaleString'],
    [Date.prototype, 'toLocaleString'],
    [Date.prototype, 'toLocaleDateString'],
    [Date.prototype, 'toLocaleTimeString'],
  ] as const
).map(([prototype, method]) => ({ prototype, method, original: Reflect.get(prototype, method) }))

/** Has jsdom be in a place for the rest of a test. */
export function enterPlace({ timezone, locale }: Pick<TabOptions, 'timezone' | 'locale'>): void {
  if (timezone) process.env.TZ = timezone
  if (locale) speak(locale)
}

/** Every test starts in the campaign's time zone. The mocks of a language end with the test. */
export function leavePlace(): void {
  process.env.TZ = TIME_ZONE
}

/** Formats without a language have this one. */
function speak(locale: string): void {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale])
  for (const { prototype, method, original } of FORMATS)
    vi.spyOn(prototype as Date, method as 'toLocaleString').mockImplementation(function (this: Date, own, options) {
      return Reflect.apply(original, this, [own ?? locale, options])
    })
}
