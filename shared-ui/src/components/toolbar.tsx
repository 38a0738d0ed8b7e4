import { useEffect, useId, useRef, useState } from 'react'
import { saveFile } from '../rows/save-file'
import { useAnnounce } from '../state/TabRoot'
import { useExclusiveAction } from '../state/useExclusiveAction'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'
import { formatNumber } from '../view/format'
import { ActionButton } from './ActionButton'
import { Notice } from './Notice'
import { Progress } from './Progress'

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
  const { complete, columns, query, count } = rows
  const { isRunning, run } = useExclusiveAction()
  const announce = useAnnounce()
  const [progress, setProgress] = useState<{ done: number; total: number | undefined }>()
  const cancellation = useRef<AbortController>(undefined)
  const buttonId = useId()
  const cancelId = useId()
  useEffect(() => () => cancellation.current?.abort(), [])

  async function save(source: NonNullable<typeof complete>) {
    // Rows that load during the export are not in the file.
    const total = count
    const controller = new AbortController()
    const { signal } = controller
    cancellation.current = controller
    try {
      const file = await source.csv({ columns, query, signal, onProgress: (done) => setProgress({ done, total }) })
      if (signal.aborted) return
      saveFile('download.csv', file)
      announce(`CSV listo: ${total === 1 ? '1 fila' : `${formatNumber(total ?? 0)} filas`}`)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      // The cancel button is about to unmount, which would lose the focus.
      if (document.activeElement?.id === cancelId) document.getElementById(buttonId)?.focus()
      setProgress(undefined)
    }
  }

  return (
    <>
      <ActionButton
        id={buttonId}
        name="CSV"
        icon="pi pi-file-export"
        severity="success"
        outlined
        busy={isRunning('csv')}
        disabled={!complete}
        onPress={() => complete && run('csv', () => save(complete))}
      />
      {progress && (
        <Notice>
          <span className="csv-progress">
            <ActionButton
              id={cancelId}
              label="Cancelar"
              severity="secondary"
              onPress={() => cancellation.current?.abort()}
            />
            <Progress label="Exportando" {...progress} />
          </span>
        </Notice>
      )}
    </>
  )
}
