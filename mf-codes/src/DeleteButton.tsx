import type { MouseEvent } from 'react'
import { ActionButton } from 'shared-ui'
import { type Code, isRedeemed } from './api/select-codes'

interface DeleteButtonProps {
  code: Code
  busy: boolean
  onPress: (press: MouseEvent) => void
}

/** Button that deletes the code of its row, disabled for redeemed codes (specification §4). */
export function DeleteButton({ code, busy, onPress }: DeleteButtonProps) {
  return (
    <ActionButton
      label="Borrar"
      description={String(code.name ?? '')}
      severity="danger"
      busy={busy}
      disabled={isRedeemed(code) || code.id === null}
      onPress={onPress}
    />
  )
}
