import fc from 'fast-check'
import { expect, it } from 'vitest'
import { skeletonOf } from './comparison'

it.each([
  ['USUARIOS', 'Usuarios'],
  ['Códigos', 'Codigos'],
  ['Co\u0301digos', 'Códigos'],
  ['C0digos', 'Codigos'],
  ['Usuar1os', 'Usuarios'],
  ['Usuarlos', 'Usuarios'],
  ['USUARLOS', 'usuarios'],
  ['Usuarıos', 'Usuarios'],
  ['USUARİOS', 'usuarios'],
  ['Usuar¡os', 'Usuarios'],
  ['Usuar!os', 'Usuarios'],
  ['Usuarioſ', 'Usuarios'],
  ['Cødigos', 'Codigos'],
  ['C°digos', 'Codigos'],
  ['Pernios', 'Pemios'],
  ['Per nios', 'Pemios'],
  ['Nevvs', 'News'],
  ['vvv', 'wv'],
  ['vvv', 'vw'],
  ['þremios', 'premios'],
  ['caŋje', 'canje'],
  ['caŉje', 'canje'],
  ['ĸilos', 'kilos'],
  ['œuvre', 'oeuvre'],
  ['Straße', 'Strasse'],
  ['Ｕｓｕａｒｉｏｓ', 'Usuarios'],
  ['\u{1d414}suarios', 'Usuarios'],
  ['Puntos-de venta', 'Puntos de venta'],
  ['Reportes.', 'Reportes'],
  ['Re portes', 'Reportes'],
  ['ºrden', 'Orden'],
  ['detalle:codigo', 'detalle:c0digo'],
])('takes "%s" for "%s"', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

it('tells the labels of the specification apart, and numbers', () => {
  const labels = [
    'Usuarios',
    'Codigos',
    'Puntaje',
    'Referidos',
    'Reportes',
    'Zona 1',
    'Zona 2',
    'Zona 10',
    'Zona 5',
    'Zona S',
  ]
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
