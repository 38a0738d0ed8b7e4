import type { AnyRow } from '@canje/large-table'
import { type PropsWithChildren, type RefObject, useCallback, useId, useMemo, useRef, useState } from 'react'
import { panelKeys } from '../components/table-keys'
import { useEscape } from '../components/useEscape'
import { useTab } from '../state/TabRoot'
import { useBackInDetails } from '../state/useBackToClose'
import type { Table } from '../state/useTable'
import type { DetailInput } from '../view/detail-input'
import { formatDetail, parseDetail } from '../view/detail-link'
import { DetailContext } from './CellLink'

interface DetailAreaProps<R extends AnyRow> {
  table: Table<R>
  /** Gets the focus when the opener of the panel is gone. */
  region: RefObject<HTMLElement | null>
}

/** A table whose cells open details, with the panel at its right that shows them. A remote fills the panel. */
export function DetailArea<R extends AnyRow>({ table, region, children }: PropsWithChildren<DetailAreaProps<R>>) {
  const { detail: link } = table.view
  const { renewedAt } = table.request
  const { openDetail, renew } = table.actions
  const { extensions } = useTab()
  const headingId = useId()
  const panel = useRef<HTMLDivElement>(null)
  /** What a press opened the panel with. */
  const [opener, setOpener] = useState<HTMLElement>()
  // The cells are memoized, so the function is the same in all renders.
  const openFrom = useCallback(
    (opened: string, element: HTMLElement | null) => {
      setOpener(element ?? undefined)
      openDetail(opened)
    },
    [openDetail],
  )
  const details = useMemo(() => ({ opened: link, open: openFrom }), [link, openFrom])
  // The same element, so that the panel does not render with the table.
  const content = useMemo(() => {
    const shown = parseDetail(link)
    if (!shown || !extensions?.has(shown.slot)) return undefined
    const input: DetailInput = {
      ...shown.subject,
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
      // Pressed in the panel: its next heading takes the focus, also after a link has opened it.
      open: (slot, subject) => openFrom(formatDetail(slot, subject), opener ?? region.current),
    }
    return <extensions.Extension key={link} slot={shown.slot} input={input} />
  }, [link, extensions, headingId, opener, region, renewedAt, renew, openFrom])
  // A panel that is gone needs no opener.
  if (!content && opener) setOpener(undefined)

  function close() {
    openDetail(undefined)
    const element = opener?.isConnected ? opener : region.current
    element?.focus({ preventScroll: true })
  }
  useBackInDetails(content && link, { onOpen: openDetail, onClose: close })
  useEscape(panel, close, 'input, textarea, select')

  return (
    <DetailContext value={details}>
      {children}
      {content && (
        // The label holds until the heading is there.
        <div
          ref={panel}
          role="dialog"
          className="detail-panel"
          aria-label="Detalle"
          aria-labelledby={headingId}
          onKeyDown={panelKeys(opener)}
        >
          <button
            type="button"
            className="p-dialog-header-icon p-link detail-close"
            aria-label="Cerrar"
            onClick={close}
          >
            <i className="pi pi-times" aria-hidden="true" />
          </button>
          {content}
        </div>
      )}
    </DetailContext>
  )
}
