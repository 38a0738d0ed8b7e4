import type { AnyRow, Cell } from '@canje/large-table'
import { type PropsWithChildren, type RefObject, useCallback, useMemo, useState } from 'react'
import { useTab } from '../state/TabRoot'
import { useBackInDetails } from '../state/useBackToClose'
import type { Table } from '../state/useTable'
import { parseDetail } from '../view/detail-link'
import { OpenDetailContext, OpenGroupContext } from './CellLink'
import { DetailPanel } from './DetailPanel'

interface DetailAreaProps extends Pick<Table<AnyRow>, 'request'> {
  /** The details in the link of the tab. */
  link: string | undefined
  actions: Pick<Table<AnyRow>['actions'], 'openDetail' | 'renew'>
  /** Gets the focus when the opener of the panel is gone. */
  region: RefObject<HTMLElement | null>
  /** Gets the id of the row of a pressed group. */
  onOpenGroup: ((id: Cell | undefined) => void) | undefined
}

/** A table whose cells open details, with the panel that shows them. */
export function DetailArea({
  request,
  link,
  actions: { openDetail, renew },
  region,
  onOpenGroup,
  children,
}: PropsWithChildren<DetailAreaProps>) {
  const [opener, setOpener] = useState<HTMLElement>()
  const { extensions } = useTab()
  const shown = useMemo(() => parseDetail(link), [link])
  const detail = shown && extensions?.has(shown.slot) ? link : undefined
  // A panel that is gone needs no opener.
  if (detail === undefined && opener) setOpener(undefined)
  // The cells are memoized, so the function is the same in all renders.
  const openFrom = useCallback(
    (opened: string, element: HTMLElement) => {
      setOpener(element)
      openDetail(opened)
    },
    [openDetail],
  )

  function close() {
    openDetail(undefined)
    const element = opener?.isConnected ? opener : region.current
    element?.focus({ preventScroll: true })
  }
  useBackInDetails(detail, { onOpen: openDetail, onClose: close })

  return (
    <OpenDetailContext value={openFrom}>
      <OpenGroupContext value={onOpenGroup}>{children}</OpenGroupContext>
      {shown && extensions && detail !== undefined && (
        <DetailPanel
          {...shown}
          extensions={extensions}
          table={{ renewedAt: request.renewedAt, renew }}
          opener={opener}
          onOpen={openDetail}
          onClose={close}
        />
      )}
    </OpenDetailContext>
  )
}
