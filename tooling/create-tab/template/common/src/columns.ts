import { fieldColumns } from '@canje/shared-ui'
import type { User } from './api/select-users'

/** The columns of {{label}}. */
export const columns = fieldColumns<keyof User>({
  id: { header: 'Id', width: 5, kind: 'number' },
  name: 'Nombre',
  total_points: { header: 'Puntaje', kind: 'number' },
  date: 'Fecha',
})
