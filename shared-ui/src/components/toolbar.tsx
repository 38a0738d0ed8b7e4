import { useId } from 'react'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'
import { ActionButton } from './ActionButton'
import { useDownload } from './useDownload'

/** Reloads all rows (D14). */
export function RefreshButton<R>({ table: { request, actions } }: { table: Pick<Table<R>, 'request' | 'actions'> }) {
  const busy = request.running === 'refresh' || request.running === 'load'
  return <ActionButton name="Refrescar" icon="pi pi-refresh" outlined busy={busy} onPress={actions.refresh} />
}

/** Opens the filter dialog. */
export function FilterButton({ onPress }: { onPress: () => void }) {
  return <ActionButton name="Filtrar" icon="pi pi-filter" onPress={onPress} />
}

type CsvRows<R> = Pick<TableRows<R>, 'complete' | 'columns' | 'query' | 'count'>

/** Saves all rows of the result, in the current order, as `download.csv` (D16). A large file can be cancelled. */
export function CsvButton<R>({ table: { rows } }: { table: { rows: CsvRows<R> } }) {
  const { complete, columns, query, count = 0 } = rows
  const id = useId()
  const { isBusy, start, notice } = useDownload('CSV', id)

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
        disabled={!complete}
        onPress={() => complete && start('download.csv', count, (work) => complete.csv({ columns, query, ...work }))}
      />
      {notice}
    </>
  )
}
