import type { TabExtensions } from '@canje/shared-auth'
import { Button } from 'primereact/button'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useEscape } from '../components/useEscape'
import type { DetailSlot } from '../rows/columns'
import { type DetailFrame, type DetailInput, readSubject } from '../view/detail-input'
import { type DetailSubject, formatDetail } from '../view/detail-link'

interface DetailPanelProps {
  slot: DetailSlot
  /** Another object shows the panel again. */
  subject: DetailSubject
  extensions: TabExtensions
  table: Pick<DetailFrame, 'renew' | 'renewedAt'>
  /** A press opened the panel. */
  isPressed: boolean
  /** The same function in all renders, as is `table.renew`. */
  onOpen: (detail: string) => void
  onClose: () => void
}

/** The frame of a detail panel at the right of the table. A remote fills it. */
export function DetailPanel({ slot, subject, extensions, table, isPressed, onOpen, onClose }: DetailPanelProps) {
  const headingId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEscape(panel, onClose, 'input, textarea, select')
  const hasFocusMoved = useFocusMoved(panel, subject)
  const takesFocus = isPressed && !hasFocusMoved
  const { renew, renewedAt } = table
  // The same element, so that the panel does not render with the table.
  const content = useMemo(() => {
    const input: DetailInput = {
      ...subject,
      headingId,
      takesFocus,
      renewedAt,
      renew,
      canOpen: extensions.has,
      // The panel may be that of another team.
      open: (next, subject) => {
        const opened = readSubject(subject)
        if (opened && String(next).startsWith('detalle:')) onOpen(formatDetail(next, opened))
      },
    }
    return <extensions.Extension key={formatDetail(slot, subject)} slot={slot} input={input} />
  }, [slot, subject, headingId, takesFocus, renewedAt, renew, onOpen, extensions])

  return (
    // The label holds until the heading is there.
    <div ref={panel} role="dialog" className="detail-panel" aria-label="Detalle" aria-labelledby={headingId}>
      <Button
        className="detail-close"
        icon="pi pi-times"
        text
        severity="secondary"
        aria-label="Cerrar"
        onClick={onClose}
      />
      {content}
    </div>
  )
}

/** Whether the focus has moved to another element outside the panel since the press that opened a subject. */
function useFocusMoved(panel: RefObject<HTMLElement | null>, subject: DetailSubject): boolean {
  const [movedFrom, setMovedFrom] = useState<DetailSubject>()
  useEffect(() => {
    const atPress = document.activeElement
    const note = ({ target }: FocusEvent) => {
      if (target !== atPress && target instanceof Node && !panel.current?.contains(target)) setMovedFrom(subject)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [panel, subject])
  return movedFrom === subject
}
