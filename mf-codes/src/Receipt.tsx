import {
  ActionButton,
  allRows,
  formatNumber,
  formatTime,
  MemoryRows,
  RowButtons,
  timeArticle,
  useAnnounce,
} from '@canje/shared-ui'
import { useEffect } from 'react'
import { codeList } from './codes'
import { failedCreation, failedDeletionOfAll } from './failure-words'
import type { ReceiptData } from './kept-receipts'
import { copiedNames } from './messages'
import { RefusedCodes } from './RefusedCodes'

/** Nobody knows how the request has ended. */
const UNKNOWN = { kind: 'other' } as const

interface ReceiptProps {
  receipt: ReceiptData
  /** The restoration is pending. */
  busy: boolean
  /** Restores the deleted codes; undefined where that cannot be asked for. */
  onUndo: (() => void) | undefined
  /** The deletion could be undone once. */
  isOver: boolean
  /** Shows only these codes in the table. */
  onShow: () => void
}

/** What a receipt says, and what can be done with its codes. */
export function Receipt({ receipt, busy, onUndo, isOver, onShow }: ReceiptProps) {
  const { kind, codes, count, refused = [], doubtful = [] } = receipt
  const leftText = leftTextOf(receipt)
  const isCreated = kind === 'created'
  // After a reload, a long list is cut off.
  const isComplete = count > 0 && codes.length === count
  const title = titleOf(receipt)
  const detail = `${detailOf(receipt)}${isOver ? '; ya no se puede deshacer' : ''}`
  const announce = useAnnounce()
  // By receipt: two deleted codes may have the same text.
  useEffect(() => announce(announcementOf(receipt)), [announce, receipt])

  const columns = codes.some(({ id }) => id !== null)
    ? codeList.columns
    : codeList.columns.filter(({ field }) => field === 'name')

  return (
    <>
      <span className="notice-text" title={`${title} ${detail}`}>
        <strong translate={count === 1 ? 'no' : undefined}>{title}</strong> <span>{detail}</span>
      </span>
      <span className="receipt-buttons">
        {isComplete && (isCreated || count > 1) && (
          <RowButtons
            copy={isCreated ? () => copiedNames(codes) : undefined}
            kind="CSV"
            fileName={isCreated ? 'codigos-nuevos' : 'codigos-eliminados'}
            rows={{ complete: new MemoryRows(codes), columns, query: allRows, count }}
          />
        )}
        {isCreated && isComplete && <ActionButton label="Ver" outlined onPress={onShow} />}
        {leftText && <RefusedCodes label={leftText} sentences={[...refused, ...doubtful]} />}
        {onUndo && <ActionButton label="Deshacer" shortcut="Control+Z" outlined busy={busy} onPress={onUndo} />}
      </span>
    </>
  )
}

function announcementOf(receipt: ReceiptData): string {
  return [titleOf(receipt), leftTextOf(receipt)].filter(Boolean).join('. ')
}

/** How many codes of the press were not deleted, or may not be; empty without any. */
function leftTextOf({ refused = [], doubtful = [] }: ReceiptData): string {
  const parts = [
    refused.length === 1 ? '1 no se borró' : refused.length > 1 && `${formatNumber(refused.length)} no se borraron`,
    doubtful.length > 0 && `${formatNumber(doubtful.length)} por revisar`,
  ]
  return parts.filter(Boolean).join(', ')
}

function titleOf({ kind, codes, count, isUncertain }: ReceiptData): string {
  if (count === 0) {
    if (!isUncertain) return 'Ninguno eliminado'
    return (kind === 'created' ? failedCreation : failedDeletionOfAll)(UNKNOWN)
  }
  const others = isUncertain ? ' y quizá otros' : ''
  if (count > 1) return `${kind === 'created' ? 'Nuevos' : 'Eliminados'} (${formatNumber(count)})${others}`
  const name = codes[0]?.name ?? ''
  return kind === 'created' ? `Nuevo: ${name},` : `Eliminado ${name}${others}`
}

function detailOf({ kind, count, at, requested = count }: ReceiptData): string {
  const foreign = count - requested
  if (kind === 'created' && foreign > 0) return `${count} nuevos, ${foreign} quizá de otra persona`
  const time = `a ${timeArticle(at)} ${formatTime(at)}`
  if (count === 0) return `(${time})`
  if (kind === 'deleted') return time
  return count === 1 ? `creado ${time}` : `creados ${time}`
}
