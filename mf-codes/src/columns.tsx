import { Tag } from 'primereact/tag'
import type { DataColumn } from 'shared-ui'
import { type Code, isRedeemed } from './api/select-codes'

const UNASSIGNED = 'No asignado'

/** The columns of Codigos that hold data (specification §2). */
export const dataColumns: DataColumn<Code>[] = [
  { header: 'Id', value: ({ id }) => id },
  {
    header: 'Usuario',
    value: ({ userName }) => userName ?? UNASSIGNED,
    body: ({ userName }) => userName === null && <Tag severity="warning" value={UNASSIGNED} />,
  },
  { header: 'Codigo', value: ({ name }) => name },
  {
    header: 'Estado',
    value: status,
    body: (code) => <Tag severity={isRedeemed(code) ? 'danger' : 'success'} value={status(code)} />,
  },
  { header: 'Fecha', value: ({ date }) => date },
]

function status(code: Code): string {
  return isRedeemed(code) ? 'redimido' : 'sin redimir'
}
