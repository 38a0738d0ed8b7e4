import { listOf } from '@canje/shared-ui'

const PERSON = { slot: 'detalle:usuario', by: 'text' } as const

/** The points of users for referrals, in Referidos (specification §2, §3). */
export const referrals = listOf({
  path: 'SelectReferrals',
  filter: 'prmNameOrPhone',
  columns: {
    id: { header: 'Id', width: 5, kind: 'number' },
    points: {
      header: 'Puntaje',
      width: 7,
      kind: 'amount',
      card: 'top-end',
      description: 'Puntos por referir a otra persona',
    },
    user_name: {
      header: 'Usuario',
      width: 12,
      filter: 'values',
      opens: PERSON,
      card: 'top-start',
      description: 'Persona que refirió y recibe los puntos',
    },
    referral_name: {
      header: 'Referido',
      width: 12,
      opens: PERSON,
      card: 'bottom-start',
      description: 'Persona que fue referida',
    },
    locate: { header: 'Punto de venta', width: 12, filter: 'values' },
    date: {
      header: 'Fecha',
      width: 11,
      filter: 'dates',
      card: 'bottom-end',
      description: 'Fecha del referido',
      filterLabel: 'Fecha (referido)',
    },
  },
})
