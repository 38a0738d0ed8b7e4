import { fieldColumns } from 'shared-ui'
import type { Score } from './api/select-scores'

/** The columns of Puntaje (specification §2). */
export const columns = fieldColumns<keyof Score>({
  id: 'Id',
  points: 'Puntaje',
  name: 'Usuario',
  locate: 'Punto de venta',
  date: 'Fecha',
})
