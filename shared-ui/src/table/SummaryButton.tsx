import type { AnyRow } from '@canje/large-table'
import { OnDemand } from '../components/OnDemand'
import { TabDialog } from '../components/TabDialog'
import { useDialog } from '../state/useDialog'
import type { GroupedSummaryProps } from './GroupedSummary'

const loadSummary = () => import(/* webpackChunkName: 'summary' */ './GroupedSummary')

/** 'Resumen', among the `viewTools` of a table: the rows of the view in groups. */
export function SummaryButton<R extends AnyRow>(props: Omit<GroupedSummaryProps<R>, 'onHide'>) {
  const { isOpen, open, close } = useDialog()
  if (!props.table.rows.complete) return null

  return (
    <>
      <button type="button" className="view-button" title="Resumen" aria-keyshortcuts="Alt+R" onClick={open}>
        <i className="pi pi-chart-bar" aria-hidden="true" /> <span className="view-button-label">Resumen</span>
      </button>
      {isOpen && (
        <TabDialog header="Resumen" onHide={close} className="summary-dialog">
          <OnDemand failure="No se pudo abrir el resumen." load={loadSummary}>
            {({ default: GroupedSummary }) => <GroupedSummary {...props} onHide={close} />}
          </OnDemand>
        </TabDialog>
      )}
    </>
  )
}
