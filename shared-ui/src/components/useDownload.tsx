import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { saveFile } from '../rows/save-file'
import { useAnnounce } from '../state/TabRoot'
import { useExclusiveAction } from '../state/useExclusiveAction'
import { formatNumber } from '../view/format'
import { ActionButton } from './ActionButton'
import { Notice } from './Notice'
import { Progress } from './Progress'

interface Work {
  signal: AbortSignal
  /** Receives the number of written rows. */
  onProgress: (done: number) => void
}

interface Download {
  isBusy: boolean
  /**
   * Writes and saves a file.
   *
   * @param count the number of rows in it
   */
  start: (fileName: string, count: number, write: (work: Work) => Promise<Blob>) => void
  /** Its progress, to be rendered. */
  notice: ReactNode
}

/**
 * Saves files of rows, one at a time. A large one shows its progress and can be cancelled.
 *
 * @param kind names it in announcements, such as 'CSV'
 * @param opener id of the button that gets the focus of 'Cancelar'
 */
export function useDownload(kind: string, opener: string): Download {
  const { isRunning, run } = useExclusiveAction()
  const announce = useAnnounce()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const cancellation = useRef<AbortController>(undefined)
  const cancelId = useId()
  useEffect(() => () => cancellation.current?.abort(), [])

  const start: Download['start'] = (fileName, total, write) => {
    run(kind, async () => {
      const controller = new AbortController()
      const { signal } = controller
      cancellation.current = controller
      try {
        const file = await write({ signal, onProgress: (done) => setProgress({ done, total }) })
        if (signal.aborted) return
        saveFile(fileName, file)
        announce(`${kind} listo: ${total === 1 ? '1 fila' : `${formatNumber(total)} filas`}`)
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        // The cancel button is about to unmount, which would lose the focus.
        if (document.activeElement?.id === cancelId) document.getElementById(opener)?.focus()
        setProgress(undefined)
      }
    })
  }

  const notice = progress && (
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
  )
  return { isBusy: isRunning(kind), start, notice }
}
