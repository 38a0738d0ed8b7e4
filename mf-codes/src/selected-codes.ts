import { formatNumber, isId, isRedeemed, type SelectionAction } from '@canje/shared-ui'
import type { Code } from './codes'

/** Codes that one press deletes at most, each by a request of its own. */
const MAX_DELETED = 500

/** States what a press that deletes the selected codes will do. */
export function describeDeletion(codes: readonly Code[]): ReturnType<SelectionAction<Code>['describe']> {
  const redeemed = codes.filter(isRedeemed).length
  const nameless = codes.filter((code) => !isRedeemed(code) && !isId(code.id)).length
  const count = codes.length - redeemed - nameless
  if (count > MAX_DELETED)
    return { text: `se borran hasta ${MAX_DELETED} codigos a la vez: elija menos`, count, isPossible: false }
  const parts = [
    count === 0 ? 'no se borra ninguno' : count === 1 ? 'se borra 1' : `se borran ${formatNumber(count)}`,
    redeemed === 1 ? 'se queda 1 redimido' : redeemed > 1 && `se quedan ${formatNumber(redeemed)} redimidos`,
    nameless === 1 ? 'se queda 1 sin id' : nameless > 1 && `se quedan ${formatNumber(nameless)} sin id`,
  ]
  return { text: parts.filter(Boolean).join(', '), count, isPossible: count > 0 }
}
