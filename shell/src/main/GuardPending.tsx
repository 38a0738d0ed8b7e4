/** What a reload of `/main` shows while the guard asks the security service. */
export function GuardPending() {
  return (
    <p className="guard-pending" role="status">
      Comprobando la sesión…
    </p>
  )
}
