import type { DataColumn } from 'shared-ui'
import { type Code, REDEEMED_VALUES } from './api/select-codes'

const UNASSIGNED = { text: 'No asignado', severity: 'warning' } as const
const REDEEMED = { text: 'redimido', severity: 'danger' } as const
const FREE = { text: 'sin redimir', severity: 'success' } as const

/** The data columns of Codigos (specification §2). */
export const dataColumns: DataColumn<Code>[] = [
  { header: 'Id', field: 'id' },
  { header: 'Usuario', field: 'userName', display: { map: [[null, UNASSIGNED]] } },
  { header: 'Codigo', field: 'name' },
  {
    header: 'Estado',
    field: 'used',
    display: { map: REDEEMED_VALUES.map((value) => [value, REDEEMED]), fallback: FREE },
  },
  { header: 'Fecha', field: 'date' },
]
