import type { Fault } from '@canje/shared-auth/fault'
import type { EndReason } from '@canje/shared-auth/host'
import { reasonOf, sentenceOf, waitText } from '@canje/shared-ui/fault-words'

/** Statuses by which a service rejects credentials; the specified one has no token in its payload (specification §3). */
const CREDENTIALS_REFUSED: readonly (number | undefined)[] = [undefined, 400, 403, 422]

/** True when the service has rejected username and password, rather than failed. */
export function areCredentialsRefused(fault: Fault): boolean {
  return fault.kind === 'unauthorized' || (fault.kind === 'refused' && CREDENTIALS_REFUSED.includes(fault.status))
}

/** The toast of every failed sign-in (specification §8), and what the login card says of refused credentials. */
export const WRONG_CREDENTIALS = 'Usuario o contraseña incorrectos'

/** What a form says about a service that has issued no token for another reason (D39, fault words). */
export function attemptFailure(fault: Fault): string {
  return fault.kind === 'busy' ? `Demasiados intentos: espere ${waitText(fault.retryAfterSeconds)}` : sentenceOf(fault)
}

/** What the login card says about the end of a session (D39, fault words). */
export function endSentence(reason: EndReason): string {
  switch (reason.kind) {
    case 'expired':
      return 'La sesión venció.'
    case 'signed-out-elsewhere':
      return 'La sesión se cerró en otra ventana.'
    case 'unauthorized':
      return 'La sesión terminó: el servicio ya no la acepta.'
    default:
      return `La sesión terminó: ${reasonOf(reason)}.`
  }
}
