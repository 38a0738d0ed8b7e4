import type { TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** Codigos (specification §2, §3, §7; D6). */
export const codes: TabUnderTest = {
  Tab,
  endpoint: 'SelectCodes',
  columns: {
    Id: 'id',
    Usuario: ({ userName }) => String(userName ?? 'No asignado'),
    Codigo: 'name',
    Estado: ({ used }) => (used === 1 ? 'redimido' : 'sin redimir'),
    Fecha: 'date',
  },
  controls: { Acciones: 'Borrar' },
  textColumn: 'Codigo',
  refreshes: true,
}
