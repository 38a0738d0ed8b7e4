import { fieldColumns } from 'shared-ui'
import type { ReportRow } from './api/select-report'

/** The columns of Reportes (specification §2). */
export const columns = fieldColumns<keyof ReportRow>({
  id: 'Id',
  name: 'Nombre',
  mail: 'Correo',
  phone: 'Celular',
  identification_number: 'Numero Identificacion',
  userDate: 'Fecha Usuario',
  cityName: 'Ciudad',
  documentType: 'Tipo Documento',
  code: 'Codigo',
  codeDate: 'Fecha Redimido',
  scorePoints: 'Puntaje',
  scoreDate: 'Fecha Puntaje',
  scoreLocate: 'Punto de Venta',
  referalPoint: 'Puntaje Referido',
  referalDate: 'Fecha Referido',
  referalLocate: 'Punto de Venta Referido',
  referalName: 'Nombre Referido',
})
