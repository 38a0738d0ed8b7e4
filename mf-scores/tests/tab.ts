import { filterRead, type TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** Puntaje (specification §2, §3, §7; D14, D15). */
export const scores: TabUnderTest = {
  Tab,
  endpoint: 'SelectScores',
  body: {},
  columns: { Id: 'id', Puntaje: 'points', Usuario: 'name', 'Punto de venta': 'locate', Fecha: 'date' },
  textColumn: 'Usuario',
  refreshes: true,
  reads: { Filtrar: filterRead },
}
