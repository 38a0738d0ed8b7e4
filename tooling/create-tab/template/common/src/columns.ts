import { fieldColumns } from '@canje/shared-ui'
import type { User } from './api/select-users'

/** The columns of {{label}}. */
export const columns = fieldColumns<keyof User>({
  id: 'Id',
  name: 'Nombre',
  total_points: 'Puntaje',
  date: 'Fecha',
})
