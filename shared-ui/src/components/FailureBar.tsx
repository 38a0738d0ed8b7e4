import type { Table } from '../state/useTable'
import { sentenceOf } from '../words/fault-words'
import { ActionButton } from './ActionButton'
import { RetryButton } from './RetryButton'

/** Why a change failed, as a sentence, and a function that removes it. */
export interface ChangeFailure {
  text: string
  dismiss: () => void
}

interface FailureBarProps<R> {
  table: Table<R>
  /** The last change, if it failed; its words precede those of a failed load of the rows. */
  change?: ChangeFailure | undefined
}

/** Says why the last operation has failed, because the error toast gives no reason and closes after 3 s. */
export function FailureBar<R>({ table, change }: FailureBarProps<R>) {
  const text = change ? change.text : loadFailure(table)

  return (
    <div className="failure-bar">
      {!change && table.count === undefined && <strong>No se pudieron cargar los datos</strong>}
      <span role="status" className="notice-text" title={text}>
        {text}
      </span>
      {table.failed && <RetryButton busy={table.running !== undefined} onPress={table.retry} />}
      {change && (
        <ActionButton name="Descartar" icon="pi pi-times" severity="secondary" outlined onPress={change.dismiss} />
      )}
    </div>
  )
}

function loadFailure<R>({ fault = { kind: 'other' }, count }: Table<R>): string {
  return sentenceOf(fault, count === undefined ? '.' : '; se muestran los últimos datos recibidos.')
}
