import type { AnyRow } from '@canje/large-table'
import { useId } from 'react'
import { ActionButton } from './ActionButton'
import { type Copied, CopyButton } from './CopyButton'
import { type FileKind, type SavedRows, useDownload } from './useDownload'

interface RowButtonsProps<R extends AnyRow> {
  /** Reads what 'Copiar' copies; without it, there is no such button. */
  copy: (() => Copied | Promise<Copied>) | undefined
  kind: FileKind
  /** See `useDownload`. */
  fileName: string
  rows: SavedRows<R>
}

/** The buttons 'Copiar' and 'Excel' or 'CSV' of some rows. */
export function RowButtons<R extends AnyRow>({ copy, kind, fileName, rows }: RowButtonsProps<R>) {
  const id = useId()
  const { isBusy, start, notice } = useDownload<R>(kind, id)
  return (
    <>
      {copy && <CopyButton label="Copiar" shortcut="Control+C" outlined read={copy} />}
      <ActionButton
        id={id}
        label={kind}
        severity="success"
        outlined
        busy={isBusy}
        disabled={!rows.complete}
        onPress={() => start(fileName, rows)}
      />
      {notice}
    </>
  )
}
