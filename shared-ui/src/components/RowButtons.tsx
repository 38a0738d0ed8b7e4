import type { AnyRow } from '@canje/large-table'
import { CopyButton } from './CopyButton'
import type { Copied } from './copied'
import { DownloadButton } from './toolbar'
import type { FileKind, SavedRows } from './useDownload'

interface RowButtonsProps<R extends AnyRow> {
  /** Reads what 'Copiar' copies; without it, there is no such button. */
  copy: (() => Copied | Promise<Copied>) | undefined
  kinds: readonly FileKind[]
  /** See `useDownload`. */
  fileName: string
  rows: SavedRows<R>
}

/** The buttons 'Copiar', 'Excel' and 'CSV' of some rows. */
export function RowButtons<R extends AnyRow>({ copy, kinds, ...file }: RowButtonsProps<R>) {
  return (
    <>
      {copy && <CopyButton label="Copiar" shortcut="Control+C" read={copy} />}
      {kinds.map((kind) => (
        <DownloadButton key={kind} kind={kind} label={kind} {...file} />
      ))}
    </>
  )
}
