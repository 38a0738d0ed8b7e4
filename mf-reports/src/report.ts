import { listOf } from '@canje/shared-ui'

/** The users of Reportes with their codes, scores and referrals (specification §2, §3). */
export const report = listOf({
  path: 'SelectReport',
  columns: {
    id: { header: 'Id', width: 5, kind: 'number', fixed: true, filter: 'rows', textKey: 'name' },
    name: {
      header: 'Nombre',
      width: 12,
      fixed: true,
      filter: 'values',
      opens: { slot: 'detalle:usuario', by: 'both' },
      card: 'top-start',
    },
    mail: { header: 'Correo', width: 15 },
    phone: { header: 'Celular', width: 9, card: 'bottom-start' },
    identification_number: { header: 'Numero Identificacion', width: 12.5 },
    userDate: {
      header: 'Fecha Usuario',
      width: 10.5,
      filter: 'dates',
      description: 'Fecha de registro del usuario',
      filterLabel: 'Fecha de registro',
    },
    cityName: { header: 'Ciudad', width: 8.5, filter: 'values' },
    documentType: { header: 'Tipo Documento', width: 10, filter: 'values' },
    code: {
      header: 'Codigo',
      width: 9.5,
      kind: 'code',
      opens: { slot: 'detalle:codigo', by: 'text' },
      card: 'top-end',
    },
    codeDate: {
      header: 'Fecha Redimido',
      width: 10.5,
      filter: 'dates',
      description: 'Fecha en que se redimió el codigo',
      filterLabel: 'Fecha de redención',
    },
    scorePoints: {
      header: 'Puntaje',
      width: 6.5,
      kind: 'number',
      card: 'bottom-end',
      description: 'Puntos propios, sin los puntos por referir',
    },
    scoreDate: {
      header: 'Fecha Puntaje',
      width: 10.5,
      filter: 'dates',
      description: 'Fecha del puntaje, no del referido',
      filterLabel: 'Fecha de puntaje',
    },
    scoreLocate: {
      header: 'Punto de Venta',
      width: 14,
      filter: 'values',
      description: 'Punto de venta del puntaje',
    },
    referalPoint: {
      header: 'Puntaje Referido',
      width: 10,
      kind: 'number',
      description: 'Puntos por referir a otra persona',
    },
    referalDate: {
      header: 'Fecha Referido',
      width: 10.5,
      filter: 'dates',
      description: 'Fecha del referido',
      filterLabel: 'Fecha de referido',
    },
    referalLocate: {
      header: 'Punto de Venta Referido',
      width: 14,
      filter: 'values',
      description: 'Punto de venta del referido',
    },
    referalName: {
      header: 'Nombre Referido',
      width: 13,
      opens: { slot: 'detalle:usuario', by: 'text' },
      description: 'Persona que fue referida',
    },
  },
})
