import { fieldColumns } from '@canje/shared-ui'
import type { User } from './api/select-users'

/** The columns of Usuarios (specification §2). */
export const columns = fieldColumns<keyof User>({
  id: { header: 'Id', width: 4.5, kind: 'number' },
  name: { header: 'Nombre', width: 10.5, card: 'top-start', opens: 'user' },
  mail: { header: 'Correo', width: 12.5 },
  phone: { header: 'Telefono', width: 9, card: 'bottom-start' },
  identification_number: { header: 'Identificacion', width: 9.5 },
  total_points: { header: 'Puntaje', width: 6.5, kind: 'number', card: 'top-end' },
  cityName: { header: 'Locación', width: 7.5, filter: 'values', card: 'bottom-end' },
  documentType: { header: 'Tipo documento', width: 10, filter: 'values' },
  date: { header: 'Fecha', width: 10.5, filter: 'dates' },
})
