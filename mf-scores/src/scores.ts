import { listOf } from '@canje/shared-ui'

/** The points of users at points of sale, in Puntaje (specification §2, §3). */
export const scores = listOf({
  path: 'SelectScores',
  filter: 'prmNameOrPhone',
  columns: {
    id: { header: 'Id', width: 4.5, kind: 'number' },
    points: {
      header: 'Puntaje',
      width: 7,
      kind: 'amount',
      card: 'top-end',
      description: 'Puntos propios, sin los puntos por referir',
    },
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
  },
})
