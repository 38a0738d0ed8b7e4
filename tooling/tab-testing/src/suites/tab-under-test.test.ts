import { expect, it } from 'vitest'
import { describeCsv } from './describe-csv'
import { describeFilter } from './describe-filter'
import { describeTable } from './describe-table'
import { rowsWithTexts, type TabUnderTest } from './tab-under-test'

const prizes: TabUnderTest = {
  Tab: () => null,
  endpoint: 'SelectPrizes',
  columns: { Premio: 'id', Nombre: 'name', Puntaje: ({ points }) => String(points) },
  textColumn: 'Puntaje',
  refreshes: true,
}

it.each([
  ['describeTable', describeTable],
  ['describeCsv', describeCsv],
])("%s requires a column 'Id' that shows the id", (suite, describeSuite) => {
  const message = `${suite} needs a column 'Id' that shows the field 'id'`
  expect(() => describeSuite(prizes)).toThrow(message)
  expect(() => describeSuite({ ...prizes, columns: { ...prizes.columns, Id: 'number' } })).toThrow(message)
})

it("describeFilter requires a column 'Usuario'", () => {
  expect(() => describeFilter({ ...prizes, body: {}, refreshes: true })).toThrow(
    "describeFilter needs a column 'Usuario', and SelectPrizes has Premio, Nombre, Puntaje",
  )
})

it('rowsWithTexts requires a textColumn that shows a field', () => {
  expect(() => rowsWithTexts(prizes, ['<b>'])).toThrow(
    "The textColumn of SelectPrizes is 'Puntaje', which shows no field: name a column with a field of free text.",
  )
})
