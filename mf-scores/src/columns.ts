import { fieldColumns } from '@canje/shared-ui'
import type { Score } from './api/select-scores'

/** The columns of Puntaje (specification §2). */
export const columns = fieldColumns<keyof Score>({
  id: { header: 'Id', width: 4.5, kind: 'number' },
  points: { header: 'Puntaje', width: 7, kind: 'number', card: 'top-end' },
  name: {
    header: 'Usuario',
    width: 14,
    filter: 'values',
    opens: { slot: 'detalle:usuario', by: 'text' },
    card: 'top-start',
  },
  locate: { header: 'Punto de venta', width: 13, filter: 'values', card: 'bottom-start' },
  date: {
    header: 'Fecha',
    width: 11,
    filter: 'dates',
    card: 'bottom-end',
    description: 'Fecha del puntaje',
    filterLabel: 'Fecha (puntaje)',
  },
})
