import type { DataColumn } from '@canje/shared-ui'
import { CODE_KEY, type Code } from './api/select-codes'
import { FREE, REDEEMED, REDEEMED_VALUES, UNASSIGNED } from './code-display'

/** The data columns of Codigos (specification §2). */
export const dataColumns: DataColumn<Code>[] = [
  { header: 'Id', ...CODE_KEY, width: 4.5, kind: 'number', filter: 'rows' },
  {
    header: 'Usuario',
    field: 'userName',
    display: { map: [[null, UNASSIGNED]] },
    width: 12,
    filter: 'values',
    others: { than: UNASSIGNED.text, label: 'Asignado' },
    card: 'bottom-start',
    opens: { slot: 'detalle:usuario', by: 'text' },
  },
  {
    header: 'Codigo',
    field: 'name',
    width: 10,
    kind: 'code',
    opens: { slot: 'detalle:codigo', by: 'id' },
    card: 'top-start',
  },
  {
    header: 'Estado',
    field: 'used',
    display: { map: REDEEMED_VALUES.map((value) => [value, REDEEMED]), fallback: FREE },
    width: 8,
    filter: 'values',
    card: 'top-end',
  },
  {
    header: 'Fecha',
    field: 'date',
    width: 11,
    description: 'Fecha de creación del codigo',
    filter: 'dates',
    filterLabel: 'Fecha (creación)',
  },
]
