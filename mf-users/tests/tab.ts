import type { TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** Usuarios (specification §2, §3, §7; D4). */
export const users: TabUnderTest = {
  Tab,
  endpoint: 'SelectUsers',
  columns: {
    Id: 'id',
    Nombre: 'name',
    Correo: 'mail',
    Telefono: 'phone',
    Identificacion: 'identification_number',
    Puntaje: 'total_points',
    Locación: 'cityName',
    'Tipo documento': 'documentType',
    Fecha: 'date',
  },
  textColumn: 'Nombre',
  refreshes: true,
}
