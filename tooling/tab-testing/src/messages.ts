import type { ToastMessage } from '@canje/shared-auth'

/** Toast for a failed request (specification §8, D12). */
export const executionError: ToastMessage = {
  severity: 'error',
  summary: 'Error',
  detail: 'error al ejecutar la peticion',
}

/** Toast for a filter without text (specification §5). */
export const emptyFilterError: ToastMessage = {
  severity: 'error',
  summary: 'Error',
  detail: 'debe ingresar un nombre o un número de teléfono.',
}
