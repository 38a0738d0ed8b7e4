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
  return success('Eliminados', countText(count, 'se eliminó 1 codigo', 'se eliminaron # codigos'))
}

// Toasts with the state of the list after an uncertain outcome; undefined without affected codes.

export function newCodes(count = 0): ToastMessage | undefined {
  return warning(countText(count, 'hay 1 codigo nuevo sin asignar', 'hay # codigos nuevos sin asignar'))
}

export function remainingCodes(count: number): ToastMessage | undefined {
  return warning(countText(count, 'queda 1 codigo sin asignar', 'quedan # codigos sin asignar'))
}

export function noLongerExists({ name }: Code): ToastMessage | undefined {
  return warning(`el codigo ${name ?? ''} ya no existe`)
}

export function restored(count: number): ToastMessage {
  return success('Restaurado', countText(count, 'se restauró el codigo', 'se restauraron los # codigos'))
}

/** A number in words: the singular, or the plural with the number for its '#'; empty for 0. */
export function countText(count: number, one: string, other: string): string {
  return count === 0 ? '' : count === 1 ? one : other.replace('#', formatNumber(count))
}

/** A number of codes in words. */
export function codesText(count: number): string {
  return countText(count, '1 codigo', '# codigos') || '0 codigos'
}

/** The texts of codes as lines, and the toast after copying them; a code without a text is not copied. */
export function copiedNames(codes: readonly Code[]) {
  const names = codes.flatMap(({ name }) => cellText(name) || [])
  return copiedTexts(names, `${names.length === 1 ? 'Se copió' : 'Se copiaron'} ${codesText(names.length)}`)
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

/** Says why codes are not restored, and what that means for them; undefined for a status that does not tell. */
export function notRestored(status: number | undefined): ToastMessage | undefined {
  if (status === 403) return notice('otra cuenta eliminó estos codigos y solo ella puede deshacerlo')
  if (status === 404) return notice('pasaron diez minutos y la eliminación ya no se puede deshacer')
  if (status === 409) return warning('ya existe un codigo con el mismo nombre y no se restauró ninguno')
  return undefined
}

function success(summary: string, detail: string): ToastMessage {
  return { severity: 'success', summary, detail }
}

/** @param state of the list; empty without any */
function warning(state: string): ToastMessage | undefined {
  return state === '' ? undefined : notice(`${state}: revise la lista`)
}

function notice(detail: string): ToastMessage {
  return { severity: 'warn', summary: 'Aviso', detail }
}
