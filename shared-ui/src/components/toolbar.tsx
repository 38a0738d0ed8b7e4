import type { AnyRow } from '@canje/large-table'
import { useId } from 'react'
import type { Table } from '../state/useTable'
import { ActionButton } from './ActionButton'
import { type SavedRows, useDownload } from './useDownload'

/** Reloads all rows (D14). */
export function RefreshButton<R>({ table: { request, actions } }: { table: Pick<Table<R>, 'request' | 'actions'> }) {
  const busy = request.running === 'refresh' || request.running === 'load'
  return <ActionButton name="Refrescar" icon="pi pi-refresh" outlined busy={busy} onPress={actions.refresh} />
}

/** Opens the filter dialog. */
export function FilterButton({ onPress }: { onPress: () => void }) {
  return <ActionButton name="Filtrar" icon="pi pi-filter" onPress={onPress} />
}

/** Saves all rows of the result, in the current order, as `download.csv` (D16). A large file can be cancelled. */
export function CsvButton<R extends AnyRow>({ table: { rows } }: { table: { rows: SavedRows<R> } }) {
  const id = useId()
  const { isBusy, start, notice } = useDownload<R>('CSV', id)

  return (
    <>
      <ActionButton
        id={id}
        name="CSV"
        shortcut="Alt+S"
        icon="pi pi-file-export"
        severity="success"
        outlined
        busy={isBusy}
        disabled={!rows.complete}
        onPress={() => start('download', rows)}
      />
      {notice}
    </>
  )
}
