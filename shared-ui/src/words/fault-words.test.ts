import { expect, it } from 'vitest'
import { waitText } from './fault-words'

it.each([
  [0, '1 minuto'],
  [60, '1 minuto'],
  [61, '2 minutos'],
  [300, '5 minutos'],
  [null, 'unos minutos'],
])('writes a wait of %s seconds as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
