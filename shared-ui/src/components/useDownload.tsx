import type { AnyRow } from '@canje/large-table'
import { useEffect, useId, useRef, useState } from 'react'
import { fileName } from '../rows/file-name'
import { saveFile } from '../rows/save-file'
import { sheetColumn } from '../rows/sheet-column'
import { useTab } from '../state/TabRoot'
import { useExclusiveAction } from '../state/useExclusiveAction'
import type { TableRows } from '../state/useTableRows'
import { formatNumber } from '../view/format'
import { ActionButton } from './ActionButton'
import { Notice } from './Notice'
import { Progress } from './Progress'

/** Rows of a table to save: those of its query, once they are complete. */
export type SavedRows<R extends AnyRow> = Pick<TableRows<R>, 'complete' | 'columns' | 'query' | 'count'>

/** The kinds of files: a CSV (D16, CSV), and one for Excel (D33, Excel files) with the time in its name. */
export type FileKind = 'CSV' | 'Excel'

/** Saves files of rows, one at a time. A large one shows its progress and can be cancelled. */
export function useDownload<R extends AnyRow>(kind: FileKind) {
  const { isRunning, run } = useExclusiveAction()
  const { announce } = useTab()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const cancellation = useRef<AbortController>(undefined)
  const cancelId = useId()
  useEffect(() => () => cancellation.current?.abort(), [])

  /**
   * Writes and saves a file.
   *
   * @param name of the file without its extension, and of the sheet
   */
  function start(name: string, { complete, columns, query, count: total = 0 }: SavedRows<R>) {
    if (!complete) return
    // What had the focus before 'Cancelar' was there.
    let opener: Element | null = null
    run(kind, async () => {
      const controller = new AbortController()
      const { signal } = controller
      cancellation.current = controller
      try {
        const onProgress = (done: number) => {
          opener ??= document.activeElement
          setProgress({ done, total })
        }
        const work = { query, signal, onProgress }
        const file = await (kind === 'CSV'
          ? complete.csv({ columns, ...work })
          : complete.xlsx({ sheet: name, columns: columns.map(sheetColumn), ...work }))
        if (signal.aborted) return
        saveFile(kind === 'CSV' ? `${name}.csv` : fileName(name), file)
        announce(`${kind} listo: ${total === 1 ? '1 fila' : `${formatNumber(total)} filas`}`)
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        // The cancel button is about to unmount, which would lose the focus.
        if (document.activeElement?.id === cancelId && opener instanceof HTMLElement) opener.focus()
        setProgress(undefined)
      }
    })
  }

  /** To be rendered. */
  const notice = progress && (
    <Notice>
      <span className="line csv-progress">
        <ActionButton
          id={cancelId}
          label="Cancelar"
          severity="secondary"
          onPress={() => cancellation.current?.abort()}
        />
        <Progress label="Exportando" delayMs={0} {...progress} />
      </span>
    </Notice>
  )
  return { isBusy: isRunning(kind), start, notice }
}
