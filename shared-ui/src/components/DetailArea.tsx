import type { AnyRow } from '@canje/large-table'
import { lazy, type PropsWithChildren, type RefObject, Suspense, useMemo, useRef } from 'react'
import type { Table } from '../state/useTable'
import { type CellTargets, CellTargetsContext } from './CellLink'

const DetailPanel = lazy(() => import(/* webpackChunkName: 'details' */ '../details/DetailPanel'))

interface DetailAreaProps<R extends AnyRow> {
  table: Table<R>
  /** Gets the focus when the opener of the panel is gone. */
  region: RefObject<HTMLElement | null>
  /** Gets the text of a pressed group. */
  onOpenGroup: ((text: string) => void) | undefined
}

/** A table whose cells open details, with the panel that shows them. */
export function DetailArea<R extends AnyRow>({
  table,
  region,
  onOpenGroup,
  children,
}: PropsWithChildren<DetailAreaProps<R>>) {
  const opener = useRef<HTMLElement>(undefined)
  const { detail, openDetail } = table
  const latest = useRef({ openDetail, onOpenGroup })
  latest.current = { openDetail, onOpenGroup }
  // One object for all renders: the cells are memoized.
  const targets = useMemo<CellTargets>(
    () => ({
      openDetail: (opened, element) => {
        opener.current = element
        latest.current.openDetail(opened)
      },
      openGroup: (text) => latest.current.onOpenGroup?.(text),
    }),
    [],
  )

  function close() {
    openDetail(undefined)
    const element = opener.current?.isConnected ? opener.current : region.current
    element?.focus({ preventScroll: true })
    opener.current = undefined
  }

  return (
    <CellTargetsContext value={targets}>
      {children}
      {detail !== undefined && (
        <Suspense>
          <DetailPanel
            detail={detail}
            own={table.list}
            takesFocus={opener.current !== undefined}
            onOpen={openDetail}
            onClose={close}
          />
        </Suspense>
      )}
    </CellTargetsContext>
  )
}
