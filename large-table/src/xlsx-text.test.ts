import { expect, it } from 'vitest'
import { sheetName } from './xlsx-text'

it.each([
  ['Premios/Bonos: [1]', 'Premios Bonos   1'],
  ["'Año & <mes>'", 'Año & <mes>'],
  ['Resumen por Mes de la Fecha de Redención', 'Resumen por Mes de la Fecha de…'],
  [`${'z'.repeat(29)}😀!`, `${'z'.repeat(29)}…`],
  ['???', 'Datos'],
  ['Historial', 'Historial 1'],
  ['HISTORY', 'HISTORY 1'],
  ['Historiales', 'Historiales'],
])('names the sheet of %s so that Excel accepts it', (name, title) => {
  expect(sheetName(name)).toBe(title)
})
