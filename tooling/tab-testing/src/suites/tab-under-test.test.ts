import { expect, it } from 'vitest'
import { rowsWithTexts, type TabUnderTest } from './tab-under-test'

const prizes: TabUnderTest = {
  Tab: () => null,
  endpoint: 'SelectPrizes',
  columns: { Nombre: 'name', Puntaje: ({ points }) => String(points) },
  textColumn: 'Puntaje',
  refreshes: true,
}

it('rowsWithTexts requires a textColumn that shows a field', () => {
  expect(() => rowsWithTexts(prizes, ['<b>'])).toThrow(
    "The textColumn of SelectPrizes is 'Puntaje', which shows no field: name a column with a field of free text.",
  )
})
