import { fieldColumns } from 'shared-ui'
import type { Referral } from './api/select-referrals'

/** The columns of Referidos (specification §2). */
export const columns = fieldColumns<keyof Referral>({
  id: 'Id',
  points: 'Puntaje',
  user_name: 'Usuario',
  referral_name: 'Referido',
  locate: 'Punto de venta',
  date: 'Fecha',
})
