import { listOf, type RowOf } from '@canje/shared-ui'

/** The actions of the staff on codes, or without a code (D27: `events`). */
export const staffEvents = listOf({
  path: 'SelectStaffEvents',
  columns: {
    id: { header: 'Id', width: 4.5, kind: 'number' },
    date: {
      header: 'Fecha',
      width: 11,
      filter: 'dates',
      card: 'top-end',
      description: 'Fecha de la acción',
      filterLabel: 'Fecha (acción)',
    },
    userName: { header: 'Cuenta', width: 8, filter: 'values', card: 'bottom-start' },
    action: {
      header: 'Acción',
      width: 10,
      filter: 'values',
      card: 'bottom-end',
      display: {
        map: [
          ['create', { text: 'creó' }],
          ['delete', { text: 'eliminó' }],
          ['delete_all', { text: 'eliminación de todos' }],
          ['restore', { text: 'restauró' }],
          ['sign_in', { text: 'ingresó' }],
          ['renewal', { text: 'renovó la sesión' }],
          ['sign_out', { text: 'cerró la sesión' }],
          ['account_added', { text: 'creó la cuenta' }],
          ['account_enabled', { text: 'habilitó la cuenta' }],
          ['account_disabled', { text: 'deshabilitó la cuenta' }],
          ['password_changed', { text: 'cambió la contraseña' }],
          ['database_restored', { text: 'restauró la base de datos' }],
          ['sign_in_failed', { text: 'no pudo ingresar' }],
          ['sign_in_throttled', { text: 'no pudo ingresar: demasiados intentos' }],
        ],
      },
    },
    codeName: { header: 'Codigo', width: 10, kind: 'code', card: 'top-start' },
    codeId: { header: 'Id codigo', width: 9, kind: 'number' },
    count: { header: 'Cantidad', width: 6, kind: 'number', display: { map: [[0, { text: '' }]] } },
    address: { header: 'Dirección IP', width: 9 },
  },
})

export type StaffEvent = RowOf<typeof staffEvents>
