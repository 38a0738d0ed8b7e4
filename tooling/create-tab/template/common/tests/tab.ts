import type { TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** The expectations of {{label}}. */
export const tab: TabUnderTest = {
  Tab,
  endpoint: 'SelectUsers',
  columns: {
    Id: 'id',
    Nombre: 'name',
    Puntaje: 'total_points',
    Fecha: 'date',
  },
  textColumn: 'Nombre',
  refreshes: true,
}
