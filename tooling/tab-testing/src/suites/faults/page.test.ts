import { expect, it } from 'vitest'
import { stableText } from './page'

it.each([
  ['Datos de las 12:59', 'Datos de la 01:00'],
  ['15:26', '15:27'],
])('does not compare the clock time in %s, whatever stands beside it', (before, after) => {
  const textWith = (time: string) => {
    document.body.innerHTML = `<b>34</b><span>${time}</span><b>Resumen</b><td>2025-05-02 08:00:00</td>`
    return stableText()
  }

  expect(textWith(before)).toBe(textWith(after))
  expect(textWith(before)).toContain('2025-05-02 08:00:00')
})
