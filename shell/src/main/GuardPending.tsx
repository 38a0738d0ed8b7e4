import { SlowStart } from 'shared-ui/slow-notice'

/** What a reload of `/main` shows while the guard asks the security service. */
export function GuardPending() {
  return (
    <div className="guard-pending">
      <p role="status">Comprobando la sesión…</p>
      <SlowStart />
    </div>
  )
}
