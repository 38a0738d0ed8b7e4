import { type Fault, isId, isRedeemed, reasonOf, shortened } from '@canje/shared-ui'
import { type Code, isMissing } from './codes'

/** Why the service refuses a change, by status; other faults have the words of every request. */
type Refusals = Readonly<Partial<Record<number, string>>>

const DELETION_REFUSALS: Refusals = { 404: 'el servicio no lo encontró', 409: 'ya fue redimido' }

const RESTORATION_REFUSALS: Refusals = {
  403: 'los eliminó otra cuenta',
  404: 'pasaron diez minutos',
  409: 'ya existe un codigo con el mismo nombre',
}

/**
 * Says why a change failed.
 *
 * @param isRefused it certainly had no effect
 */
export type Words = (fault: Fault, isRefused?: boolean) => string

// What staff read beside the specified toast, which gives no reason.

export const failedCreation = wordsOf('se crearon los codigos')

export function failedDeletion(code: Code): Words {
  return wordsOf(`se borró el ${nameOf(code)}`, DELETION_REFUSALS)
}

/** Why no request was sent for one of several codes, as a sentence. */
export function notAttempted(code: Code): string {
  const known = isRedeemed(code) ? DELETION_REFUSALS[409] : isMissing(code) && DELETION_REFUSALS[404]
  const reason = known || (isId(code.id) ? 'no se intentó' : 'no tiene id')
  return `No se borró el ${nameOf(code)}: ${reason}.`
}

export function noLongerThere(code: Code): string {
  return `El ${nameOf(code)} ya no existe.`
}

function nameOf({ name }: Code): string {
  return `codigo ${shortened(String(name ?? ''))}`.trimEnd()
}

/** What the receipt of several deletions says in full. */
export const failedDeletions: Words = (_fault, isRefused) =>
  isRefused
    ? 'No se borraron todos: el comprobante dice por qué.'
    : 'No se sabe si se borraron todos: el comprobante dice cuáles.'

export const failedDeletionOfAll = wordsOf('se borraron los codigos')

export const failedRestoration = wordsOf('se restauraron los codigos', RESTORATION_REFUSALS)

function wordsOf(change: string, refusals: Refusals = {}): Words {
  return (fault, isRefused = false) => {
    // The request has not failed, but the list had other changes than the press.
    if (fault.kind === 'other') return `No se sabe si ${change}: revise la lista.`
    const refusal = fault.kind === 'refused' && fault.status !== undefined ? refusals[fault.status] : undefined
    return `${isRefused ? 'No' : 'No se sabe si'} ${change}: ${refusal ?? reasonOf(fault)}.`
  }
}
