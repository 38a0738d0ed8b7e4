import type { Fault } from '@canje/shared-auth/fault'

/**
 * Says why a request failed, as a clause without a full stop. Every screen builds its sentence around it.
 *
 * @example `No se borró ABC: ${reasonOf(fault)}.`
 */
export function reasonOf(fault: Fault): string {
  switch (fault.kind) {
    case 'refused':
      return `el servicio rechazó la petición${fault.status === undefined ? '' : ` (${fault.status})`}`
    case 'unauthorized':
      return 'el servicio ya no acepta la sesión'
    case 'busy':
      return `hay demasiadas peticiones, espere ${waitText(fault.retryAfterSeconds)}`
    case 'failed':
      return `el servicio falló (${fault.status})`
    case 'running':
      return 'el servicio todavía procesa la petición'
    case 'no-response':
      return 'el servicio no respondió'
    case 'sign-in-page':
      return 'la red pide iniciar sesión'
    case 'unreadable':
      return 'la respuesta del servicio no se pudo leer'
    case 'cancelled':
      return 'la petición se canceló'
    case 'other-shell':
      return 'necesita otra versión de la aplicación'
    case 'settings-invalid':
      return 'sus ajustes no son válidos'
    case 'not-loaded':
      return 'no se pudo abrir una parte de la aplicación'
    case 'other':
      return 'la petición falló'
  }
}

/** {@link reasonOf} as a sentence, which goes on with `ending`. */
export function sentenceOf(fault: Fault, ending = '.'): string {
  const reason = reasonOf(fault)
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${ending}`
}

/** A wait in whole minutes, rounded up; null is an unknown one. */
export function waitText(seconds: number | null): string {
  if (seconds === null) return 'unos minutos'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
