import type { AnyRow } from '@canje/large-table'
import { OnDemand } from '../components/OnDemand'
import { TabDialog } from '../components/TabDialog'
import { useDialog } from '../state/useDialog'
import type { GroupedSummaryProps } from './GroupedSummary'

const loadSummary = () => import(/* webpackChunkName: 'summary' */ './GroupedSummary')

/** 'Resumen', among the `viewTools` of a table: the rows of the view in groups. */
export function SummaryButton<R extends AnyRow>(props: Omit<GroupedSummaryProps<R>, 'onHide'>) {
  const { isOpen, open, close } = useDialog()

  return (
    <>
      <button
        type="button"
        className="p-button p-button-outlined"
        aria-keyshortcuts="Alt+R"
        // Its place is reserved while the rows load.
        style={{ visibility: props.table.rows.complete ? undefined : 'hidden' }}
        onClick={open}
      >
        Resumen
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
