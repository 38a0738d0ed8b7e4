import type { Refusal } from '@canje/shared-auth/host'

/** What a form says, beside a wrong password, about why the security service issued no token; empty without a reason. */
export function refusalNote(outcome: Refusal | 'signed-in' | 'renewed' | 'ended'): string {
  if (outcome === 'unavailable') return 'El servicio no responde'
  if (typeof outcome === 'object') return `Demasiados intentos: espere ${waitText(outcome.retryAfterSeconds)}`
  return ''
}

function waitText(seconds: number | null): string {
  if (seconds === null) return 'unos minutos'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
