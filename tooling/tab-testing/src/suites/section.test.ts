import { expect, it } from 'vitest'
import { describeCsv } from './describe-csv'
import { describeFilter } from './describe-filter'
import { describeTable } from './describe-table'
import { rowsWithTexts, type Section } from './section'

const prizes: Section = {
  Tab: () => null,
  call: 'SelectPrizes',
  columns: { Premio: 'id', Nombre: 'name', Puntaje: ({ points }) => String(points) },
  textColumn: 'Puntaje',
  refreshes: true,
}

it.each([
  ['describeTable', describeTable],
  ['describeCsv', describeCsv],
])("%s says that it needs a column 'Id' that shows the id", (suite, describeSuite) => {
  const message = `${suite} needs a column 'Id' that shows the field 'id'`
  expect(() => describeSuite(prizes)).toThrow(message)
  expect(() => describeSuite({ ...prizes, columns: { ...prizes.columns, Id: 'number' } })).toThrow(message)
})

it("says that describeFilter needs a column 'Usuario'", () => {
  expect(() => describeFilter({ ...prizes, body: {}, refreshes: true })).toThrow(
    "describeFilter needs a column 'Usuario', and SelectPrizes has Premio, Nombre, Puntaje",
  )
})

it('says of which column hostile texts can be put into', () => {
  expect(() => rowsWithTexts(prizes, ['<b>'])).toThrow(
    "The textColumn of SelectPrizes is 'Puntaje', which shows no field: name a column that shows one, of free text.",
  )
})
