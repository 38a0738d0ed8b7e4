import type { ToastMessage } from '@canje/shared-auth'
import type { Code } from './api/select-codes'

// The success toasts of Codigos, verbatim (specification §8).

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

// Toasts with the state of the list after an uncertain outcome; undefined without affected codes.

export function newCodes(count = 0): ToastMessage | undefined {
  if (count === 0) return undefined
  return warning(count === 1 ? 'hay 1 codigo nuevo sin asignar' : `hay ${count} codigos nuevos sin asignar`)
}

export function remainingCodes(count: number): ToastMessage | undefined {
  if (count === 0) return undefined
  return warning(count === 1 ? 'queda 1 codigo sin asignar' : `quedan ${count} codigos sin asignar`)
}

export function noLongerExists({ name }: Code): ToastMessage {
  return warning(`el codigo ${name ?? ''} ya no existe`)
}

export function restored(count: number): ToastMessage {
  const detail = count === 1 ? 'se restauro el codigo' : `se restauraron los ${count} codigos`
  return { severity: 'success', summary: 'Restaurado', detail }
}

/** Why codes were not restored, by the status of the response. */
export function notRestored(status: number | undefined): ToastMessage | undefined {
  if (status === 403) return warning('otra cuenta elimino estos codigos y solo ella puede deshacerlo')
  if (status === 404) return warning('pasaron diez minutos y la eliminacion ya no se puede deshacer')
  if (status === 409) return warning('ya existe un codigo con el mismo nombre y no se restauro ninguno')
  return undefined
}

function warning(state: string): ToastMessage {
  return { severity: 'warn', summary: 'Aviso', detail: `${state}: revise la lista` }
}
