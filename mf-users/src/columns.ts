import { fieldColumns } from 'shared-ui'
import type { User } from './api/select-users'

/** The columns of Usuarios (specification §2). */
export const columns = fieldColumns<keyof User>({
  id: 'Id',
  name: 'Nombre',
  mail: 'Correo',
  phone: 'Telefono',
  identification_number: 'Identificacion',
  total_points: 'Puntaje',
  cityName: 'Locación',
  documentType: 'Tipo documento',
  date: 'Fecha',
})
