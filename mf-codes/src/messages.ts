import type { ToastMessage } from 'shared-auth'
import type { Code } from './api/select-codes'

// The success toasts of Codigos, word for word (specification §8).

export const created: ToastMessage = {
  severity: 'success',
  summary: 'Creado',
  detail: 'se crearon los codigos con exito',
}

export const deletedAll: ToastMessage = {
  severity: 'success',
  summary: 'Eliminados',
  detail: 'se eliminaron los codigos no asignados',
}

export function deleted({ name }: Code): ToastMessage {
  return { severity: 'success', summary: 'Eliminado', detail: `se elimino el codigos ${name ?? ''}` }
}
