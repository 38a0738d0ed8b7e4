import type { AnyRow } from '@canje/large-table'
import { type Copied, CopyButton } from './CopyButton'
import { DownloadButton } from './toolbar'
import type { FileKind, SavedRows } from './useDownload'

interface RowButtonsProps<R extends AnyRow> {
  /** Reads what 'Copiar' copies; without it, there is no such button. */
  copy: (() => Copied | Promise<Copied>) | undefined
  kind: FileKind
  /** See `useDownload`. */
  fileName: string
  rows: SavedRows<R>
}

/** The buttons 'Copiar' and 'Excel' or 'CSV' of some rows. */
export function RowButtons<R extends AnyRow>({ copy, ...file }: RowButtonsProps<R>) {
  return (
    <>
      {copy && <CopyButton label="Copiar" shortcut="Control+C" read={copy} />}
      <DownloadButton label={file.kind} {...file} />
    </>
  )
}
