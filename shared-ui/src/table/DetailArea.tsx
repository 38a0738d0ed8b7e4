import type { AnyRow, Cell } from '@canje/large-table'
import { type PropsWithChildren, type RefObject, useMemo, useRef } from 'react'
import { DetailPanel } from '../details/DetailPanel'
import { useBackInDetails } from '../state/useBackToClose'
import type { Table } from '../state/useTable'
import type { TableActions } from '../state/useTableActions'
import { type CellTargets, CellTargetsContext } from './CellLink'

interface DetailAreaProps extends Pick<Table<AnyRow>, 'request'> {
  detail: string | undefined
  actions: Pick<TableActions<AnyRow>, 'openDetail' | 'renew'>
  /** Gets the focus when the opener of the panel is gone. */
  region: RefObject<HTMLElement | null>
  /** Gets the id of the row of a pressed group. */
  onOpenGroup: ((id: Cell | undefined) => void) | undefined
}

/** A table whose cells open details, with the panel that shows them. */
export function DetailArea({
  request,
  detail,
  actions: { openDetail, renew },
  region,
  onOpenGroup,
  children,
}: PropsWithChildren<DetailAreaProps>) {
  const opener = useRef<HTMLElement>(undefined)
  const latest = useRef({ openDetail, onOpenGroup })
  latest.current = { openDetail, onOpenGroup }
  // One object for all renders: the cells are memoized.
  const targets = useMemo<CellTargets>(
    () => ({
      openDetail: (opened, element) => {
        opener.current = element
        latest.current.openDetail(opened)
      },
      openGroup: (id) => latest.current.onOpenGroup?.(id),
    }),
    [],
  )

  function close() {
    openDetail(undefined)
    const element = opener.current?.isConnected ? opener.current : region.current
    element?.focus({ preventScroll: true })
    opener.current = undefined
  }
  useBackInDetails(detail, { onOpen: openDetail, onClose: close })

  return (
    <CellTargetsContext value={targets}>
      {children}
      {detail !== undefined && (
        <DetailPanel
          detail={detail}
          table={{ ...request, renew }}
          takesFocus={opener.current !== undefined}
          onOpen={openDetail}
          onClose={close}
        />
      )}
    </CellTargetsContext>
  )
}
