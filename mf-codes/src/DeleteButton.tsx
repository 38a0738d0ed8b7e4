import { ActionButton, isId } from '@canje/shared-ui'
import { isRedeemed } from './code-display'
import type { Code } from './codes'

interface DeleteButtonProps {
  code: Code
  busy: boolean
  /** The key that presses it from its row. */
  shortcut: string | undefined
  onPress: () => void
}

/** Button that deletes the code of its row, disabled for redeemed codes (specification §4). */
export function DeleteButton({ code, busy, shortcut, onPress }: DeleteButtonProps) {
  const redeemed = isRedeemed(code)
  return (
    <ActionButton
      label="Borrar"
      name={`Borrar ${code.name ?? ''}`.trim()}
      {...(redeemed && { title: 'Ya fue redimido' })}
      severity="danger"
      shortcut={shortcut}
      outlined
      busy={busy}
      disabled={redeemed || !isId(code.id)}
      onPress={onPress}
    />
  )
}
