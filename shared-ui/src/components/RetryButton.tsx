import { ActionButton } from './ActionButton'

interface RetryButtonProps {
  busy?: boolean
  onPress: () => void
}

/** Requests the same rows again. */
export function RetryButton(props: RetryButtonProps) {
  return <ActionButton label="Reintentar" severity="secondary" {...props} />
}
