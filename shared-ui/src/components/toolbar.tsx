import type { Column } from '../rows/columns'
import { saveFile } from '../rows/save-file'
import type { Table } from '../state/useTable'
import { useWork } from '../state/useWork'
import { ActionButton } from './ActionButton'

/** Loads everything again (D14). */
export function RefreshButton<R>({ table }: { table: Table<R> }) {
  const busy = table.running === 'refresh' || table.running === 'load'
  return <ActionButton name="Refrescar" icon="pi pi-refresh" busy={busy} onPress={table.refresh} />
}

/** Opens the filter. */
export function FilterButton({ onPress }: { onPress: () => void }) {
  return <ActionButton name="Filtrar" icon="pi pi-filter" onPress={onPress} />
}

/** Saves every row of the current result, in the current order, as `download.csv` (D16). */
export function CsvButton<R>({ columns, table: { rows } }: { columns: readonly Column<R>[]; table: Table<R> }) {
  const { isRunning, run } = useWork()

  async function save(rows: readonly R[]) {
    // The CSV library is fetched with the first click, not with the tab.
    const { toCsv } = await import(/* webpackChunkName: 'csv' */ '../rows/csv')
    saveFile('download.csv', 'text/csv', toCsv(columns, rows))
  }

  return (
    <ActionButton
      name="CSV"
      icon="pi pi-file-export"
      severity="success"
      busy={isRunning('csv')}
      disabled={rows === undefined}
      onPress={() => rows && run('csv', () => save(rows))}
    />
  )
}
