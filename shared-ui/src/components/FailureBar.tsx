import type { AnyRow } from '@canje/large-table'
import type { Table } from '../state/useTable'
import { sentenceOf } from '../words/fault-words'
import { ActionButton } from './ActionButton'
import type { ActionFailure } from './ActionForm'
import { RetryButton } from './RetryButton'

/** Why a change failed, and a function that removes it. */
export interface ChangeFailure extends ActionFailure {
  dismiss: () => void
}

interface FailureBarProps<R extends AnyRow> {
  table: Table<R>
  /** The last change, if it failed; its words precede those of a failed load of the rows. */
  change?: ChangeFailure | undefined
}

/** Says why the last operation has failed, because the error toast gives no reason and closes after 3 s. */
export function FailureBar<R extends AnyRow>({ table: { request, rows }, change }: FailureBarProps<R>) {
  const { fault, running, retry } = request
  /** Those of an earlier request. */
  const hasRows = rows.count !== undefined
  const ending = hasRows ? '; se muestran los últimos datos recibidos.' : '.'
  const text = change ? change.text : sentenceOf(fault ?? { kind: 'other' }, ending)

  return (
    <div className="line failure-bar">
      {!change && !hasRows && <strong>No se pudieron cargar los datos</strong>}
      <span role="status" className="notice-text" title={text}>
        {text}
      </span>
      <RetryButton fault={fault ?? change?.fault} busy={running !== undefined} onPress={fault ? retry : undefined} />
      {change && <ActionButton name="Descartar" icon="pi pi-times" outlined onPress={change.dismiss} />}
    </div>
  )
}
