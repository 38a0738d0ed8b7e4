import type { TabExtensions } from '@canje/shared-auth'
import { Button } from 'primereact/button'
import { useId, useMemo, useRef } from 'react'
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
  /** What a press opened the panel with. */
  opener: HTMLElement | undefined
  /** The same function in all renders, as is `table.renew`. */
  onOpen: (detail: string) => void
  onClose: () => void
}

/** The frame of a detail panel at the right of the table. A remote fills it. */
export function DetailPanel({ slot, subject, extensions, table, opener, onOpen, onClose }: DetailPanelProps) {
  const headingId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEscape(panel, onClose, 'input, textarea, select')
  const { renew, renewedAt } = table
  // The same element, so that the panel does not render with the table.
  const content = useMemo(() => {
    const input: DetailInput = {
      ...subject,
      headingId,
      takesFocus: () => {
        const focused = document.activeElement
        // The table has the focus of a control that is gone.
        const isHere = focused === opener || focused?.matches('body, [data-table-region]')
        return opener !== undefined && (isHere || panel.current?.contains(focused)) === true
      },
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
  }, [slot, subject, headingId, opener, renewedAt, renew, onOpen, extensions])

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
