import { useState } from 'react'

export interface DialogState {
  isOpen: boolean
  open: () => void
  /** Closes the dialog that was open in this render; a dialog opened since stays open. */
  close: () => void
}

/** The open state of a dialog. */
export function useDialog(): DialogState {
  const [opening, setOpening] = useState<symbol>()
  return {
    isOpen: opening !== undefined,
    open: () => setOpening(Symbol()),
    close: () => setOpening((current) => (current === opening ? undefined : current)),
  }
}
