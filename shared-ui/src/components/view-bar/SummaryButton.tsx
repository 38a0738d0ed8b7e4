import type { AnyRow } from '@canje/large-table'
import { useDialog } from '../../state/useDialog'
import type { Table } from '../../state/useTable'
import { OnDemand } from '../OnDemand'
import { TabDialog } from '../TabDialog'

const loadSummary = () => import(/* webpackChunkName: 'summary' */ '../Summary')

/** Opens the rows of the view in groups. */
export function SummaryButton<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { groups, columns, filters, filterBy } = table
  const { isOpen, open, close } = useDialog()
  if (!groups) return null

  return (
    <>
      <button type="button" className="view-button" title="Resumen" onClick={open}>
        <i className="pi pi-chart-bar" aria-hidden="true" /> <span className="view-button-label">Resumen</span>
      </button>
      {isOpen && (
        <OnDemand
          failure="No se pudo abrir el resumen."
          load={loadSummary}
          frame={(content) => (
            <TabDialog header="Resumen" visible onHide={close} className="summary-dialog">
              {content}
            </TabDialog>
          )}
        >
          {({ default: Summary }) => (
            <Summary groups={groups} columns={columns} filters={filters} onFilter={filterBy} onHide={close} />
          )}
        </OnDemand>
      )}
    </>
  )
}
