import { listOf } from '@canje/shared-ui'

/** The registered users of Usuarios (specification §2, §3; D4). */
export const users = listOf({
  path: 'SelectUsers',
  columns: {
    id: { header: 'Id', width: 4, kind: 'number' },
    name: { header: 'Nombre', width: 13, card: 'top-start', opens: { slot: 'detalle:usuario', by: 'id' } },
    mail: { header: 'Correo', width: 18 },
    phone: { header: 'Telefono', width: 8.5, card: 'bottom-start' },
    identification_number: { header: 'Identificacion', width: 7.75 },
    total_points: {
      header: 'Puntaje',
      width: 5,
      kind: 'amount',
      card: 'top-end',
      description: 'Total de la persona: puntos propios y puntos por referir',
    },
    cityName: { header: 'Locación', width: 7.5, filter: 'values', card: 'bottom-end' },
    documentType: { header: 'Tipo documento', width: 6.25, filter: 'values' },
    date: {
      header: 'Fecha',
      width: 10.5,
      filter: 'dates',
      description: 'Fecha de registro del usuario',
      filterLabel: 'Fecha (registro)',
    },
  },
})
