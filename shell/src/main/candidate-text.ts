import type { Release } from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import { campaignTime } from '@canje/shared-ui/campaign-time'
import { reasonOf } from '@canje/shared-ui/fault-words'
import type { CandidatePreview } from '../remotes'

type In<Status> = Extract<CandidatePreview, { status: Status }>

/** A text of a link may be an attacker's message, which the page must not repeat. */
const SHOWN_VERSION = /^\d+\.\d+\.\d+(-[\w.-]{1,30})?$/

/** What a person agrees to before a candidate runs. */
export function questionText({ candidate }: In<'unconfirmed'>, replaced: string | undefined): string {
  const { by, at, until } = candidate
  const who = by === undefined ? 'Se preparó' : `La preparó ${by}`
  const instead = replaced ? `, en lugar de la ${replaced}` : ''
  return `${who} el ${dateTime(at)}, y se puede probar hasta el ${dateTime(until)}. Solo esta ventana la mostrará${instead}. Trabaja con los datos reales: lo que cambie queda cambiado.`
}

/**
 * What a window that runs a candidate says of it.
 *
 * @param failure why the candidate failed in the tab or a slot, where the page may show a fallback
 */
export function runningText(
  { listed, version }: In<'on'>,
  replaced: string | undefined,
  failure: Error | undefined,
  fallback: Release | undefined,
): string {
  const named = `${listed.tab.label} ${version}`
  if (failure) {
    const fault = faultOf(failure)
    const why = fault.kind === 'settings-invalid' ? `: ${reasonOf(fault)}` : ''
    return `${named}, en prueba, falló${why}.${fallback ? ` En su lugar se muestra la versión ${fallback.version}.` : ''}`
  }
  const instead = replaced ? `, en lugar de la versión ${replaced}` : ''
  return `Vista previa de ${named}${instead}. Solo esta ventana la muestra, y trabaja con los datos reales.`
}

/** Why a candidate is not run, or not any more, while a dialog may keep it open. */
export function refusalText({ refusal, listed, candidate, version }: In<'failed'>, isOpen: boolean): string {
  const label = listed?.tab.label
  const named = SHOWN_VERSION.test(version) ? `${label} ${version}` : 'La versión del enlace'
  const other = candidate ? `: lo es la ${candidate.release.version}` : ''
  const reasons = {
    'not-listed': 'El menú no tiene la pestaña del enlace.',
    'not-read': `No se pudo leer qué versiones tiene ${label}.`,
    live: `${named} ya es la versión publicada.`,
    withdrawn: `${named} se retiró y no se puede probar.`,
    expired: `${named} se podía probar hasta el ${candidate && dateTime(candidate.until)}.`,
    other: `${named} no es una versión que se pueda probar${other}.`,
  }
  return `${reasons[refusal]} ${isOpen ? 'Se mostrará la publicada al cerrar el diálogo.' : 'Se muestran las pestañas publicadas.'}`
}

/** Such as 2026-11-29 10:32. */
function dateTime(iso: string): string {
  return campaignTime(Date.parse(iso)).slice(0, 16)
}
