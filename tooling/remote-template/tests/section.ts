import type { Section } from 'tab-testing'
import Tab from '../src/Tab'

/** What {{label}} must show. */
export const section: Section = {
  Tab,
  call: 'SelectUsers',
  columns: {
    Id: 'id',
    Nombre: 'name',
    Puntaje: 'total_points',
    Fecha: 'date',
  },
  textColumn: 'Nombre',
  refreshes: true,
}
