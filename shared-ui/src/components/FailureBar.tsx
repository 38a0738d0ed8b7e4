import type { Table } from '../state/useTable'
import { RetryButton } from './RetryButton'

/** Visible while the last operation has failed, because the error toast closes after 3 s. */
export function FailureBar<R>({ table }: { table: Table<R> }) {
  return (
    <div className="failure-bar">
      <span>
        {table.count !== undefined
          ? 'La petición falló; se muestran los últimos datos recibidos.'
          : 'La petición falló.'}
      </span>
      <RetryButton busy={table.running !== undefined} onPress={table.retry} />
    </div>
  )
}
