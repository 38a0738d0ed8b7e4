import { describeCsv, describeFaults, describeTable, type TabUnderTest } from '@canje/tab-testing'
import Tab from '../src/Tab'

/** The expectations of {{label}}. */
const tab: TabUnderTest = {
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

describeTable(tab)
describeCsv(tab)
describeFaults(tab)
