import { displayCell } from '@canje/shared-ui'
import { describe, expect, it } from 'vitest'
import type { Code } from './codes'
import { codeList } from './codes'

const free: Code = { id: 1, name: 'ABC', userName: null, used: 0, date: '2026-01-15 10:00:00' }

function values(code: Code) {
  return Object.fromEntries(codeList.columns.map((column) => [column.header, displayCell(code, column)]))
}

describe('the columns', () => {
  it('shows a free code as unassigned and not redeemed', () => {
    expect(values(free)).toEqual({
      Id: { value: 1 },
      Usuario: { value: 'No asignado', severity: 'warning' },
      Codigo: { value: 'ABC' },
      Estado: { value: 'sin redimir', severity: 'success' },
      Fecha: { value: '2026-01-15 10:00:00' },
    })
  })

  it('shows the user of a redeemed code', () => {
    expect(values({ ...free, userName: 'Ana', used: 1 })).toMatchObject({
      Usuario: { value: 'Ana' },
      Estado: { value: 'redimido', severity: 'danger' },
    })
  })
})
