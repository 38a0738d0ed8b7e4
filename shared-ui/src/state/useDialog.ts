import { useEffect, useState } from 'react'
import { useTab } from './TabRoot'

/**
 * The open state of a dialog.
 *
 * @param name identifies a dialog with {@link useDraftText} in its tab
 */
export function useDialog(name?: string) {
  const { draft } = useTab()
  const [opening, setOpening] = useState(() => {
    const isKept = name !== undefined && draft?.current?.dialog === name
    return isKept ? Symbol() : undefined
  })
  return {
    isOpen: opening !== undefined,
    open: () => setOpening(Symbol()),
    /** Closes the dialog that was open in this render; a dialog opened since stays open. */
    close: () => setOpening((current) => (current === opening ? undefined : current)),
  }
}

/**
 * The text of a dialog's field. When the session expires while the dialog is open, the same person finds the dialog and
 * the text after sign-in (D29, kept drafts).
 *
 * @param name that of the dialog, as in {@link useDialog}
 * @param empty the text of an empty field
 */
export function useDraftText(name: string, isOpen: boolean, empty: string) {
  const { draft, isActive } = useTab()
  const [text, setText] = useState(() => (draft?.current?.dialog === name ? draft.current.text : empty))
  useEffect(() => {
    if (!isOpen || !isActive) return
    draft?.onChange({ dialog: name, text })
    return () => draft?.onChange(null)
  }, [draft, name, isOpen, isActive, text])
  return [text, setText] as const
}
