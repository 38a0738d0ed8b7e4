import { SlowStart } from '@canje/shared-ui/slow-notice'

/** Fallback of `/main` while the guard validates the session. */
export function GuardPending() {
  return (
    <div className="guard-pending">
      <p role="status">Comprobando la sesión…</p>
      <SlowStart />
    </div>
  )
}
