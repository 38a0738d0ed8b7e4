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

// What the list shows after an outcome that is not clear. Without codes to tell of there is nothing to say.

export function newCodes(count = 0): ToastMessage | undefined {
  if (count === 0) return undefined
  return seen(count === 1 ? 'hay 1 codigo nuevo sin asignar' : `hay ${count} codigos nuevos sin asignar`)
}

export function unassignedCodes(count: number): ToastMessage | undefined {
  if (count === 0) return undefined
  return seen(count === 1 ? 'queda 1 codigo sin asignar' : `quedan ${count} codigos sin asignar`)
}

export function noLongerThere({ name }: Code): ToastMessage {
  return seen(`el codigo ${name ?? ''} ya no existe`)
}

function seen(what: string): ToastMessage {
  return { severity: 'warn', summary: 'Aviso', detail: `${what}: revise la lista` }
}
