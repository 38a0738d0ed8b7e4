import type { TooManyAttempts } from 'shared-auth/host'

/** The message of the login form for a 429 of the security service. */
export function waitMessage({ retryAfterSeconds }: TooManyAttempts): string {
  return `Demasiados intentos: espere ${waitText(retryAfterSeconds)}`
}

function waitText(seconds: number | null): string {
  if (seconds === null) return 'unos minutos'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
