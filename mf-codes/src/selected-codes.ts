import { formatNumber, isId, type SelectionAction } from '@canje/shared-ui'
import { isRedeemed } from './code-display'
import type { Code } from './codes'
import { notDeleted } from './failure-words'
import { MAX_DELETED } from './stored-receipts'

/** The codes to delete among the selected ones, and why the others are not deleted, as the row of each says. */
export function deletableOf(codes: readonly Code[]): { deletable: readonly Code[]; refused: readonly string[] } {
  const deletable = codes.filter((code) => !isRedeemed(code) && isId(code.id))
  const refused = codes
    .filter((code) => !deletable.includes(code))
    .map((code) => notDeleted(code, isRedeemed(code) ? 'ya fue redimido' : 'no tiene id'))
  return { deletable, refused }
}

/** States what a press that deletes the selected codes will do. */
export function describeDeletion(codes: readonly Code[]): ReturnType<SelectionAction<Code>['describe']> {
  const redeemed = codes.filter(isRedeemed).length
  const count = deletableOf(codes).deletable.length
  const nameless = codes.length - redeemed - count
  if (count > MAX_DELETED)
    return { text: `Se borran hasta ${MAX_DELETED} codigos a la vez: elija menos`, count, isPossible: false }
  const parts = [
    count === 0 ? 'no se borra ninguno' : count === 1 ? 'se borra 1' : `se borran ${formatNumber(count)}`,
    redeemed === 1 ? '1 ya fue redimido' : redeemed > 1 && `${formatNumber(redeemed)} ya fueron redimidos`,
    nameless === 1 ? '1 no tiene id' : nameless > 1 && `${formatNumber(nameless)} no tienen id`,
  ]
  return { text: parts.filter(Boolean).join('; '), count, isPossible: count > 0 }
}
