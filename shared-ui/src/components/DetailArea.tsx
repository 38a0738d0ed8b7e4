import type { AnyRow, Cell } from '@canje/large-table'
import { type PropsWithChildren, type RefObject, useMemo, useRef } from 'react'
import { useExtensions } from '../state/TabRoot'
import { useBackInDetails } from '../state/useBackToClose'
import type { Table } from '../state/useTable'
import { parseDetail } from '../view/detail-link'
import { type CellTargets, CellTargetsContext } from './CellLink'
import { DetailPanel } from './DetailPanel'

interface DetailAreaProps<R extends AnyRow> {
  table: Table<R>
  /** Gets the focus when the opener of the panel is gone. */
  region: RefObject<HTMLElement | null>
  /** Gets the id of the row of a pressed group. */
  onOpenGroup: ((id: Cell | undefined) => void) | undefined
}

/** A table whose cells open details, with the panel that shows them. */
export function DetailArea<R extends AnyRow>({
  table,
  region,
  onOpenGroup,
  children,
}: PropsWithChildren<DetailAreaProps<R>>) {
  const opener = useRef<HTMLElement>(undefined)
  const { openDetail } = table
  const extensions = useExtensions()
  const shown = parseDetail(table.detail)
  const detail = shown && extensions?.has(shown.slot) ? table.detail : undefined
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
      {shown && extensions && detail !== undefined && (
        <DetailPanel
          {...shown}
          extensions={extensions}
          table={table}
          takesFocus={opener.current !== undefined}
          onOpen={openDetail}
          onClose={close}
        />
      )}
    </CellTargetsContext>
  )
}
