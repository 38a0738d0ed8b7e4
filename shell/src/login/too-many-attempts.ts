import type { TooManyAttempts } from 'shared-auth/host'

/** What the login form says while the security service takes no more attempts. */
export function sentenceOf({ retryAfterSeconds }: TooManyAttempts): string {
  return `Demasiados intentos: espere ${waitOf(retryAfterSeconds)}`
}

function waitOf(seconds: number | null): string {
  if (seconds === null) return 'unos minutos'
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
