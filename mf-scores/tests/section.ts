import type { FilteredSection } from 'tab-testing'
import Tab from '../src/Tab'

/** Puntaje (specification §2, §3, §7; D14, D15). */
export const scores: FilteredSection = {
  Tab,
  call: 'SelectScores',
  body: {},
  columns: { Id: 'id', Puntaje: 'points', Usuario: 'name', 'Punto de venta': 'locate', Fecha: 'date' },
  textColumn: 'Usuario',
  refreshes: true,
}
