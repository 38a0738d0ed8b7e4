import type { AnyRow } from '@canje/large-table'
import type { Table } from '../../state/useTable'
import { LoadedAt } from './LoadedAt'

/** The age of the rows, as the button that loads them again. Its place is reserved while they load. */
export function RenewButton<R extends AnyRow>({ table: { request, actions } }: { table: Table<R> }) {
  const { loadedAt, running } = request
  const isBusy = running !== undefined
  return (
    <button
      type="button"
      className="view-button loaded-at"
      title="Actualizar los datos"
      style={{ visibility: loadedAt ? undefined : 'hidden' }}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : actions.renew}
    >
      <span>
        <LoadedAt time={loadedAt} />
      </span>
    </button>
  )
}
