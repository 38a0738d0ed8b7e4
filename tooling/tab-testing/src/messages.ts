import type { ToastMessage } from '@canje/shared-auth'

/** Toast for a failed request (specification §8, D12). */
export const executionError: ToastMessage = {
  severity: 'error',
  summary: 'Error',
  detail: 'error al ejecutar la peticion',
}
