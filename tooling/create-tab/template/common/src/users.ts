import { listOf, type RowOf } from '@canje/shared-ui'

/** The registered users in {{label}}: endpoint, fields and columns. */
export const userList = listOf({
  path: 'SelectUsers',
  columns: {
    id: { header: 'Id', width: 5, kind: 'number' },
    name: 'Nombre',
    total_points: { header: 'Puntaje', kind: 'number' },
    date: 'Fecha',
  },
})

export type User = RowOf<typeof userList>
