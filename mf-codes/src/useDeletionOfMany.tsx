import type { Repeats } from '@canje/shared-auth'
import { formatNumber, importWithRetry, isId, type SelectionAction, useAnnounce, useFeature } from '@canje/shared-ui'
import { useState } from 'react'
import { isRedeemed } from './code-display'
import type { Code } from './codes'
import { failedDeletions, NOT_ATTEMPTED, notDeleted } from './failure-words'
import { MAX_DELETED } from './kept-receipts'
import { codesText } from './messages'
import type { useChanges } from './useChanges'
import { loadDeletion, type useLostDeletions } from './useLostDeletions'
import type { Receipts } from './useReceipts'

/** The name of the change, of which one runs at a time. */
const DELETE_MANY = 'delete many'

/** How far a deletion of several codes is. */
export interface DeletionProgress {
  done: number
  total: number
  /** The service has failed, and a request is sent again. */
  repetition?: string | undefined
  isStopping: boolean
  stop: () => void
}

interface Unconfirmed {
  codes: readonly Code[]
  clear: () => void
}

interface DeletionOptions {
  changes: Pick<ReturnType<typeof useChanges>, 'attempt' | 'isRunning'>
  receipts: Pick<Receipts, 'start'>
  lost: Pick<ReturnType<typeof useLostDeletions>, 'newBatch'>
  reload: () => void
}

/** Deletes the selected codes: at once where a press takes it back, otherwise once it is confirmed. */
export function useDeletionOfMany({ changes, receipts, lost, reload }: DeletionOptions) {
  const [progress, setProgress] = useState<DeletionProgress>()
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed>()
  const hasHistory = useFeature('history')
  const announce = useAnnounce()

  async function remove({ codes, clear }: Unconfirmed) {
    setUnconfirmed(undefined)
    clear()
    const { deletable, refused } = judge(codes)
    const receipt = receipts.start('deleted')
    const controller = new AbortController()
    const show = (changed: Partial<DeletionProgress>) => setProgress((current) => current && { ...current, ...changed })
    const repeats: Repeats = {
      signal: controller.signal,
      onRepeat: (attempt, attempts) =>
        show({ repetition: `El servicio falló; se intenta de nuevo (${attempt} de ${attempts})` }),
    }
    const stop = () => {
      controller.abort()
      show({ isStopping: true })
    }
    // Requests that are under way when the session ends may still delete.
    receipt.doubt()
    setProgress({ done: 0, total: deletable.length, isStopping: false, stop })
    announce(`Borrando ${codesText(deletable.length)}`)
    const outcome = await changes.attempt(
      DELETE_MANY,
      async () => {
        const code = await importWithRetry(loadDeletion).catch((error: unknown) => ({ error }))
        if ('error' in code) return notAttempted(deletable, code.error)
        return code.deleteMany(deletable, {
          repeats,
          readExisting: code.readExisting,
          findDeletionIds: hasHistory ? code.findDeletionIds : undefined,
          batch: lost.newBatch(),
          onProgress: (deleted, done) => {
            show({ done, repetition: undefined })
            // The session may end before the last one.
            receipt.show({ codes: deleted })
          },
        })
      },
      failedDeletions,
    )
    setProgress(undefined)
    const { codes: deleted, refused: refusals = [], doubtful = [] } = outcome
    receipt.end({ codes: deleted, refused: [...refused, ...refusals], doubtful, isUncertain: doubtful.length > 0 })
    if (outcome.isStale) reload()
  }

  const action: SelectionAction<Code> = {
    label: 'Borrar',
    describe: (codes) => {
      const described = describe(codes)
      if (!changes.isRunning(DELETE_MANY)) return described
      return { ...described, text: 'Espere: se están borrando otros', isPossible: false }
    },
    run: (codes, clear) => (hasHistory ? remove({ codes, clear }) : setUnconfirmed({ codes, clear })),
  }

  return {
    action,
    progress,
    confirmation: unconfirmed && {
      text: describe(unconfirmed.codes).text,
      confirm: () => remove(unconfirmed),
      cancel: () => setUnconfirmed(undefined),
    },
  }
}

/** The codes to send, and why the others are not, as the row of each says. */
function judge(codes: readonly Code[]) {
  const deletable = codes.filter((code) => !isRedeemed(code) && isId(code.id))
  const refused = codes
    .filter((code) => !deletable.includes(code))
    .map((code) => notDeleted(code, isRedeemed(code) ? 'ya fue redimido' : 'no tiene id'))
  return { deletable, refused }
}

/** States what a press will do. */
function describe(codes: readonly Code[]): ReturnType<SelectionAction<Code>['describe']> {
  const redeemed = codes.filter(isRedeemed).length
  const nameless = codes.filter((code) => !isRedeemed(code) && !isId(code.id)).length
  const count = codes.length - redeemed - nameless
  if (count > MAX_DELETED)
    return { text: `Se borran hasta ${MAX_DELETED} codigos a la vez: elija menos`, count, isPossible: false }
  const parts = [
    count === 0 ? 'no se borra ninguno' : count === 1 ? 'se borra 1' : `se borran ${formatNumber(count)}`,
    redeemed === 1 ? '1 ya fue redimido' : redeemed > 1 && `${formatNumber(redeemed)} ya fueron redimidos`,
    nameless === 1 ? '1 no tiene id' : nameless > 1 && `${formatNumber(nameless)} no tienen id`,
  ]
  return { text: parts.filter(Boolean).join('; '), count, isPossible: count > 0 }
}

/** The outcome where the code that deletes did not load. */
function notAttempted(codes: readonly Code[], error: unknown) {
  const refused = codes.map((code) => notDeleted(code, NOT_ATTEMPTED))
  return { isDone: false, error, isUndone: true, isStale: false, codes: [], refused, doubtful: [] }
}
