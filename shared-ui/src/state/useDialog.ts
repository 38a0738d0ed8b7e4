import { useState } from 'react'

export interface DialogState {
  isOpen: boolean
  open: () => void
  /** Closes the dialog that was open when this was drawn; one that has been opened again since stays. */
  close: () => void
}

/** Opens and closes a dialog. */
export function useDialog(): DialogState {
  const [opening, setOpening] = useState<symbol>()
  return {
    isOpen: opening !== undefined,
    open: () => setOpening(Symbol()),
    close: () => setOpening((current) => (current === opening ? undefined : current)),
  }
}
