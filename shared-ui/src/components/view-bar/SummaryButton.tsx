import type { AnyRow } from '@canje/large-table'
import { lazy, Suspense } from 'react'
import { useDialog } from '../../state/useDialog'
import type { Table } from '../../state/useTable'

const SummaryDialog = lazy(() => import(/* webpackChunkName: 'summary' */ '../SummaryDialog'))

/** Opens the rows of the view in groups. */
export function SummaryButton<R extends AnyRow>({ table: { groups, filterBy } }: { table: Table<R> }) {
  const { isOpen, open, close } = useDialog()
  if (!groups) return null

  return (
    <>
      <button type="button" className="view-button" title="Resumen" onClick={open}>
        <i className="pi pi-chart-bar" aria-hidden="true" /> <span className="view-button-label">Resumen</span>
      </button>
      {isOpen && (
        <Suspense>
          <SummaryDialog groups={groups} onFilter={filterBy} onHide={close} />
        </Suspense>
      )}
    </>
  )
}
