import type { ToastMessage } from '@canje/shared-auth'
import { cellText, copiedTexts, formatNumber, type Repetition } from '@canje/shared-ui'
import type { Change } from './change'
import type { Code } from './codes'

// The success toasts of Codigos, verbatim (specification §8).

export const created = success('Creado', 'se crearon los codigos con exito')

export const deletedAll = success('Eliminados', 'se eliminaron los codigos no asignados')

export function deleted({ name }: Code): ToastMessage {
  return success('Eliminado', `se elimino el codigos ${name ?? ''}`)
}

export function deletedSome(count: number): ToastMessage {
  return success('Eliminados', `${count === 1 ? 'se eliminó' : 'se eliminaron'} ${codesText(count)}`)
}

// Toasts with the state of the list after an uncertain outcome; undefined without affected codes.

export function newCodes(count = 0): ToastMessage | undefined {
  if (count === 0) return undefined
  return warning(
    count === 1 ? 'hay 1 codigo nuevo sin asignar' : `hay ${formatNumber(count)} codigos nuevos sin asignar`,
  )
}

export function remainingCodes(count: number): ToastMessage | undefined {
  if (count === 0) return undefined
  return warning(`${count === 1 ? 'queda' : 'quedan'} ${codesText(count)} sin asignar`)
}

export function noLongerExists({ name }: Code): ToastMessage {
  return warning(`el codigo ${name ?? ''} ya no existe`)
}

export function restored(count: number): ToastMessage {
  const codes = count === 1 ? 'se restauró el codigo' : `se restauraron los ${formatNumber(count)} codigos`
  return success('Restaurado', codes)
}

/** A number of codes in words. */
export function codesText(count: number): string {
  return count === 1 ? '1 codigo' : `${formatNumber(count)} codigos`
}

/** The texts of codes as lines, and the toast after copying them; a code without a text is not copied. */
export function copiedNames(codes: readonly Code[]) {
  const names = codes.flatMap(({ name }) => cellText(name) || [])
  const message = `${names.length === 1 ? 'Se copió' : 'Se copiaron'} ${codesText(names.length)}`
  return copiedTexts(names, message)
}

/** Says that the request of a change is sent again; undefined if it is not. */
export function repetitionText({ status, attempt }: Change): string | undefined {
  return status === 'repeated' ? `El servicio falló; se intenta de nuevo (${attempt})` : undefined
}

/** The last one of changes that are sent again, apart from those that show a progress; all are stopped by one press. */
export function repetitionOf(changes: readonly Change[]): Repetition | undefined {
  const repeated = changes.filter(({ status, progress }) => status === 'repeated' && !progress)
  const text = repeated.map(repetitionText).at(-1)
  const stop = () => {
    for (const change of repeated) change.stop?.()
  }
  return text === undefined ? undefined : { text, stop }
}

function success(summary: string, detail: string): ToastMessage {
  return { severity: 'success', summary, detail }
}

function warning(state: string): ToastMessage {
  return notice(`${state}: revise la lista`)
}

export function notice(detail: string): ToastMessage {
  return { severity: 'warn', summary: 'Aviso', detail }
}
