import fc from 'fast-check'
import { expect, it } from 'vitest'
import { skeletonOf } from './comparison'

it.each([
  ['Códigos', 'Codigos'],
  ['USUARLOS', 'usuarios'],
  ['USUARİOS', 'usuarios'],
  ['Usuarıos', 'Usuarios'],
  ['Usuar¡os', 'Usuarios'],
  ['Usuarioſ', 'Usuarios'],
  ['C0digos', 'Codigos'],
  ['Cødigos', 'Codigos'],
  ['Per nios', 'Pemios'],
  ['vvv', 'wv'],
  ['Straße', 'Strasse'],
  ['Ｕｓｕａｒｉｏｓ', 'Usuarios'],
  ['Puntos-de venta.', 'Puntos de venta'],
])('takes "%s" for "%s"', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

it('tells the labels of the specification apart, and numbers', () => {
  const labels = ['Usuarios', 'Codigos', 'Puntaje', 'Referidos', 'Reportes', 'Zona 1', 'Zona 10', 'Zona 5', 'Zona S']
  expect(new Set(labels.map(skeletonOf)).size).toBe(labels.length)
})

it('takes a text for itself, whatever of it is replaced first', () => {
  const lookalikes = ['i', '1', 'l', 'I', '¡', 'rn', 'm', 'M', 'vv', 'w', 'v', 'r', 'n', 'o', '0', 'Ó', ' ', '-']
  const words = fc.array(fc.constantFrom(...lookalikes), { maxLength: 12 }).map((letters) => letters.join(''))
  const replaced = (text: string) => [
    text.replace('rn', 'm'),
    text.replace('m', 'rn'),
    text.replace('vv', 'w'),
    text.replace(/vv(?!.*vv)/, 'w'),
    text.replace('w', 'vv'),
    text.toUpperCase(),
  ]
  fc.assert(
    fc.property(words, (text) => {
      expect(new Set(replaced(text).map(skeletonOf))).toEqual(new Set([skeletonOf(text)]))
      expect(skeletonOf(skeletonOf(text))).toBe(skeletonOf(text))
    }),
    { seed: 20261128, numRuns: 200 },
  )
})
