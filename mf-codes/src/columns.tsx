import { Tag } from 'primereact/tag'
import type { DataColumn } from 'shared-ui'
import { type Code, isRedeemed, REDEEMED_VALUES } from './api/select-codes'

const UNASSIGNED = 'No asignado'
const FREE = 'sin redimir'
const REDEEMED = 'redimido'

/** The columns of Codigos that hold data (specification §2). */
export const dataColumns: DataColumn<Code>[] = [
  { header: 'Id', field: 'id' },
  {
    header: 'Usuario',
    field: 'userName',
    texts: [[null, UNASSIGNED]],
    body: ({ userName }) => userName === null && <Tag severity="warning" value={UNASSIGNED} />,
  },
  { header: 'Codigo', field: 'name' },
  {
    header: 'Estado',
    field: 'used',
    texts: REDEEMED_VALUES.map((value) => [value, REDEEMED]),
    otherwise: FREE,
    body: (code) =>
      isRedeemed(code) ? <Tag severity="danger" value={REDEEMED} /> : <Tag severity="success" value={FREE} />,
  },
  { header: 'Fecha', field: 'date' },
]
