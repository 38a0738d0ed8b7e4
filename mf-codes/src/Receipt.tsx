import { ActionButton, CopyButton, csvOf, formatTime, saveFile, useAnnounce } from '@canje/shared-ui'
import { useEffect } from 'react'
import type { Code } from './api/select-codes'
import { dataColumns } from './columns'

/** What a press did, with its codes. */
export interface ReceiptData {
  kind: 'created' | 'deleted'
  codes: readonly Code[]
  at: Date
  /** The number of codes to create; of the codes beyond it, some may be of another person. */
  requested?: number
}

interface ReceiptProps {
  receipt: ReceiptData
  /** The restoration is pending. */
  busy: boolean
  /** Restores the deleted codes; undefined for a service that cannot. */
  onUndo: (() => void) | undefined
  /** Shows only these codes in the table. */
  onShow: () => void
  onClose: () => void
}

/** The receipt of a creation or deletion, beside the buttons of the toolbar. */
export function Receipt({ receipt, busy, onUndo, onShow, onClose }: ReceiptProps) {
  const { kind, codes } = receipt
  const isCreated = kind === 'created'
  const title = titleOf(receipt)
  const announce = useAnnounce()
  useEffect(() => announce(title), [announce, title])

  async function save() {
    saveFile(isCreated ? 'codigos-nuevos.csv' : 'codigos-eliminados.csv', await csvOf(codes, dataColumns))
  }

  return (
    <section className="receipt" aria-label="Comprobante">
      <strong>{title}</strong>
      <span className="receipt-text">{detailOf(receipt)}</span>
      <span className="receipt-buttons">
        {isCreated && (
          <CopyButton
            label="Copiar"
            outlined
            read={() => codes.map(({ name }) => name).join('\n')}
            copied={codes.length === 1 ? 'Se copió 1 codigo' : `Se copiaron ${codes.length} codigos`}
          />
        )}
        {(isCreated || codes.length > 1) && <ActionButton label="CSV" severity="success" outlined onPress={save} />}
        {isCreated && <ActionButton label="Ver" severity="success" outlined onPress={onShow} />}
        {!isCreated && onUndo && (
          <ActionButton label="Deshacer" severity="success" outlined busy={busy} onPress={onUndo} />
        )}
        <ActionButton name="Cerrar" icon="pi pi-times" severity="success" outlined onPress={onClose} />
      </span>
    </section>
  )
}

function titleOf({ kind, codes }: ReceiptData): string {
  if (kind === 'created') return `Nuevos (${codes.length})`
  return codes.length === 1 ? `Eliminado ${codes[0]?.name ?? ''}` : `Eliminados (${codes.length})`
}

function detailOf({ kind, codes, at, requested = codes.length }: ReceiptData): string {
  const foreign = codes.length - requested
  if (kind === 'created' && foreign > 0) return `${codes.length} nuevos, ${foreign} quizá de otra persona`
  const time = formatTime(at)
  return kind === 'created' ? `creados a las ${time}` : `a las ${time}`
}
