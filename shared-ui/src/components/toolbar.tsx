import type { AnyRow } from '@canje/large-table'
import type { Table } from '../state/useTable'
import { ActionButton, type ActionButtonProps } from './ActionButton'
import { type FileKind, type SavedRows, useDownload } from './useDownload'

/** Reloads all rows (D14, refresh after a filter). */
export function RefreshButton<R extends AnyRow>({
  table: { request, actions },
}: {
  table: Pick<Table<R>, 'request' | 'actions'>
}) {
  const busy = request.running === 'refresh' || request.running === 'load'
  return <ActionButton name="Refrescar" icon="pi pi-refresh" outlined busy={busy} onPress={actions.refresh} />
}

/** Saves all rows of the result, in the current order, as `download.csv` (D16, CSV). A large file can be cancelled. */
export function CsvButton<R extends AnyRow>({ table: { rows } }: { table: { rows: SavedRows<R> } }) {
  return (
    <DownloadButton kind="CSV" name="CSV" shortcut="Alt+S" icon="pi pi-file-export" fileName="download" rows={rows} />
  )
}

interface DownloadButtonProps<R extends AnyRow>
  extends Pick<ActionButtonProps, 'name' | 'label' | 'shortcut' | 'icon'> {
  kind: FileKind
  /** See `useDownload`. */
  fileName: string
  rows: SavedRows<R>
}

/** Saves rows as a file. */
export function DownloadButton<R extends AnyRow>({ kind, fileName, rows, ...button }: DownloadButtonProps<R>) {
  const { isBusy, start, notice } = useDownload<R>(kind)
  return (
    <>
      <ActionButton
        {...button}
        outlined
        busy={isBusy}
        disabled={!rows.complete}
        onPress={() => start(fileName, rows)}
      />
      {notice}
    </>
  )
}
