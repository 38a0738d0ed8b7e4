import { filterRead, type TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** Referidos (specification §2, §3, §7; D14, D15). */
export const referrals: TabUnderTest = {
  Tab,
  endpoint: 'SelectReferrals',
  body: {},
  columns: {
    Id: 'id',
    Puntaje: 'points',
    Usuario: 'user_name',
    Referido: 'referral_name',
    'Punto de venta': 'locate',
    Fecha: 'date',
  },
  textColumn: 'Usuario',
  refreshes: true,
  reads: { Filtrar: { ...filterRead, clearsText: true } },
}
