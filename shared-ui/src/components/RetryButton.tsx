import type { Fault } from '@canje/shared-auth/fault'
import { ActionButton } from './ActionButton'

interface RetryButtonProps {
  busy?: boolean
  /** Why the last request failed. */
  fault?: Fault | undefined
  /** Without it, only a sign-in that the network asks for has a button. */
  onPress?: (() => void) | undefined
}

/** Requests the same rows again. A sign-in that the network asks for needs a page, so it reloads that. */
export function RetryButton({ fault, busy = false, onPress }: RetryButtonProps) {
  if (fault?.kind === 'sign-in-page')
    return <ActionButton label="Recargar" severity="secondary" onPress={() => location.reload()} />
  return onPress && <ActionButton label="Reintentar" severity="secondary" busy={busy} onPress={onPress} />
}
