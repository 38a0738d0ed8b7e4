import {
  ActionButton,
  allRows,
  formatNumber,
  formatTime,
  MemoryRows,
  RowButtons,
  timeArticle,
  useFeature,
  useTab,
} from '@canje/shared-ui'
import { useEffect } from 'react'
import { type Change, isRestorable } from './change'
import { codeList } from './codes'
import { failedCreation, failedDeletionOfAll } from './failure-words'
import { copiedNames, countText } from './messages'
import { RefusedCodes } from './RefusedCodes'
import { isFresh } from './stored-receipts'

interface ReceiptProps {
  /** Its outcome is known, or its session or document has ended. */
  change: Change
  /** The restoration is pending. */
  busy: boolean
  /** Restores the deleted codes. */
  onUndo: () => void
  /** Shows only these codes in the table. */
  onShow: () => void
}

/** What a receipt says, and what can be done with its codes. */
export function Receipt({ change, busy, onUndo, onShow }: ReceiptProps) {
  const { kind, codes, count, refused = [], unknown = [] } = change
  const leftText = leftTextOf(change)
  const isCreated = kind === 'create'
  // After a reload, a long list is cut off.
  const isComplete = count > 0 && codes.length === count
  const isDeletion = useFeature('history') && kind === 'delete' && count > 0
  const canUndo = isDeletion && isFresh(change) && isRestorable(change)
  const title = titleOf(change)
  const detail = `${detailOf(change)}${isDeletion && !canUndo ? '; ya no se puede deshacer' : ''}`
  const { announce } = useTab()
  const announcement = [title, leftText].filter(Boolean).join('. ')
  useEffect(() => announce(announcement), [announce, announcement])

  const columns = codes.some(({ id }) => id !== null)
    ? codeList.columns
    : codeList.columns.filter(({ field }) => field === 'name')

  return (
    <>
      <span className="notice-text" title={`${title} ${detail}`}>
        <strong translate={count === 1 ? 'no' : undefined}>{title}</strong> <span>{detail}</span>
      </span>
      <span className="line">
        {isComplete && (isCreated || count > 1) && (
          <RowButtons
            copy={isCreated ? () => copiedNames(codes) : undefined}
            kinds={['CSV', 'Excel']}
            fileName={isCreated ? 'codigos-nuevos' : 'codigos-eliminados'}
            rows={{ complete: new MemoryRows(codes), columns, query: allRows, count }}
          />
        )}
        {isCreated && isComplete && <ActionButton label="Ver" outlined onPress={onShow} />}
        {leftText && <RefusedCodes label={leftText} sentences={[...refused, ...unknown]} />}
        {canUndo && <ActionButton label="Deshacer" shortcut="Control+Z" outlined busy={busy} onPress={onUndo} />}
      </span>
    </>
  )
}

/** How many codes of the press were not deleted, or may not be; empty without any. */
function leftTextOf({ refused = [], unknown = [] }: Change): string {
  const parts = [
    countText(refused.length, '1 no se borró', '# no se borraron'),
    countText(unknown.length, '1 por revisar', '# por revisar'),
  ]
  return parts.filter(Boolean).join(', ')
}

function titleOf({ kind, status, codes, count }: Change): string {
  if (count === 0) {
    if (status === 'refused') return 'Ninguno eliminado'
    return (kind === 'create' ? failedCreation : failedDeletionOfAll)({ kind: 'other' })
  }
  const others = kind === 'delete' && status === 'unknown' ? ' y quizá otros' : ''
  if (count > 1) return `${kind === 'create' ? 'Nuevos' : 'Eliminados'} (${formatNumber(count)})${others}`
  const name = codes[0]?.name ?? ''
  return kind === 'create' ? `Nuevo: ${name},` : `Eliminado ${name}${others}`
}

function detailOf({ kind, count, at, requested = count }: Change): string {
  const foreign = count - requested
  if (kind === 'create' && foreign > 0) return `${count} nuevos, ${foreign} quizá de otra persona`
  const time = `a ${timeArticle(at)} ${formatTime(at)}`
  if (count === 0) return `(${time})`
  if (kind === 'delete') return time
  return count === 1 ? `creado ${time}` : `creados ${time}`
}
