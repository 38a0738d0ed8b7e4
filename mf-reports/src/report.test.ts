import { displayCell } from '@canje/shared-ui'
import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { report } from './report'

it('requests the report, with fields in the order of the columns', async () => {
  const { requests, rows } = await loadFromResponse(report.load, [{ referalName: 'Luis', id: 1, secret: 'x' }])
  expect(requests).toEqual([{ method: 'get', url: 'SelectReport' }])
  const values = rows.map((row) => report.columns.map((column) => displayCell(row, column).value))
  expect(values).toEqual([[1, ...Array(report.columns.length - 2).fill(null), 'Luis']])
})

it('says which points and which dates its columns have', () => {
  const described = report.columns.flatMap(({ header, description }) => (description ? [[header, description]] : []))
  expect(Object.fromEntries(described)).toEqual({
    'Fecha Usuario': 'Fecha de registro del usuario',
    'Fecha Redimido': 'Fecha en que se redimió el codigo',
    Puntaje: 'Puntos propios, sin los puntos por referir',
    'Fecha Puntaje': 'Fecha del puntaje, no del referido',
    'Punto de Venta': 'Punto de venta del puntaje',
    'Puntaje Referido': 'Puntos por referir a otra persona',
    'Fecha Referido': 'Fecha del referido',
    'Punto de Venta Referido': 'Punto de venta del referido',
    'Nombre Referido': 'Persona que fue referida',
  })
})
