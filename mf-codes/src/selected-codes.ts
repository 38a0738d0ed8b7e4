import { isId, isRedeemed, type SelectionAction } from '@canje/shared-ui'
import { type Code, isMissing } from './codes'
import { countText } from './messages'

/** Codes that one press deletes at most, each by a request of its own. */
const MAX_DELETED = 500

/** States what a press that deletes the selected codes will do. */
export function describeDeletion(codes: readonly Code[]): ReturnType<SelectionAction<Code>['describe']> {
  const redeemed = codes.filter(isRedeemed).length
  const missing = codes.filter(isMissing).length
  const nameless = codes.filter((code) => !isRedeemed(code) && !isMissing(code) && !isId(code.id)).length
  const count = codes.length - redeemed - nameless - missing
  if (count > MAX_DELETED)
    return { text: `se borran hasta ${MAX_DELETED} codigos a la vez: elija menos`, count, isPossible: false }
  const parts = [
    countText(count, 'se borra 1', 'se borran #') || 'no se borra ninguno',
    countText(redeemed, 'se queda 1 redimido', 'se quedan # redimidos'),
    countText(nameless, 'se queda 1 sin id', 'se quedan # sin id'),
    countText(missing, '1 no existe', '# no existen'),
  ]
  return { text: parts.filter(Boolean).join(', '), count, isPossible: count > 0 }
}
