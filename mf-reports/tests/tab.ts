import type { TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** Reportes (specification §2, §3, §7): CSV export only. */
export const report: TabUnderTest = {
  Tab,
  endpoint: 'SelectReport',
  columns: {
    Id: 'id',
    Nombre: 'name',
    Correo: 'mail',
    Celular: 'phone',
    'Numero Identificacion': 'identification_number',
    'Fecha Usuario': 'userDate',
    Ciudad: 'cityName',
    'Tipo Documento': 'documentType',
    Codigo: 'code',
    'Fecha Redimido': 'codeDate',
    Puntaje: 'scorePoints',
    'Fecha Puntaje': 'scoreDate',
    'Punto de Venta': 'scoreLocate',
    'Puntaje Referido': 'referalPoint',
    'Fecha Referido': 'referalDate',
    'Punto de Venta Referido': 'referalLocate',
    'Nombre Referido': 'referalName',
  },
  textColumn: 'Nombre',
  refreshes: false,
}
