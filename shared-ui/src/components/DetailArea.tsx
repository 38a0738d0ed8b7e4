import type { AnyRow } from 'large-table'
import { lazy, type PropsWithChildren, type RefObject, Suspense, useMemo, useRef } from 'react'
import { type Detail, formatDetail } from '../details/detail'
import type { Table } from '../state/useTable'
import { type CellLink, OpenCell } from './CellLink'

const DetailPanel = lazy(() => import(/* webpackChunkName: 'details' */ '../details/DetailPanel'))

interface DetailAreaProps<R extends AnyRow> {
  table: Table<R>
  /** Gets the focus when the opener of the panel is gone. */
  region: RefObject<HTMLElement | null>
  /** Gets the text of a pressed cell, instead of opening its details. */
  onOpen: ((text: string) => void) | undefined
}

/** A table whose cells open details, with the panel that shows them. */
export function DetailArea<R extends AnyRow>({
  table,
  region,
  onOpen,
  children,
}: PropsWithChildren<DetailAreaProps<R>>) {
  const opener = useRef<HTMLElement>(undefined)
  const { detail, openDetail } = table
  const latest = useRef({ openDetail, onOpen })
  latest.current = { openDetail, onOpen }
  // One function for all renders: the cells are memoized.
  const open = useMemo(
    () => (link: CellLink, element: HTMLElement) => {
      const { openDetail, onOpen } = latest.current
      if (onOpen) return onOpen(link.text)
      opener.current = element
      openDetail(formatDetail(detailOf(link)))
    },
    [],
  )

  function close() {
    openDetail(undefined)
    const element = opener.current?.isConnected ? opener.current : region.current
    element?.focus({ preventScroll: true })
    opener.current = undefined
  }

  return (
    <OpenCell value={open}>
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
    </OpenCell>
  )
}

function detailOf({ opens, id, text }: CellLink): Detail {
  if (opens === 'code') return { kind: 'codigo', key: text }
  // Without an id, the user is found by name.
  const hasId = opens === 'user' && id !== undefined && id !== null
  return hasId ? { kind: 'usuario', key: String(id) } : { kind: 'persona', key: text }
}
