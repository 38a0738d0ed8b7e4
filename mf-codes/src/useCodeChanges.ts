import type { Repeats } from '@canje/shared-auth'
import { useFeature, type useTable } from '@canje/shared-ui'
import { type Code, codeKey } from './codes'
import { failedCreation, failedDeletion, failedDeletionOfAll, failedRestoration } from './failure-words'
import type { ReceiptData } from './kept-receipts'
import { createCodes, deleteAll, deleteOne, restore, selectionOf, unassigned } from './outcome'
import { useChanges } from './useChanges'
import { useDeletionOfMany } from './useDeletionOfMany'
import { useLostDeletions } from './useLostDeletions'
import { useReceipts } from './useReceipts'

type TableActions = ReturnType<typeof useTable<Code>>['actions']

/** The name of the change that deletes a code. */
export const deletion = (code: Code) => `delete ${codeKey(code)}`

/** Creates, deletes and restores codes of a table, with receipts. */
export function useCodeChanges({ track, reload }: Pick<TableActions, 'track' | 'reload'>) {
  const changes = useChanges()
  const { attempt, run } = changes
  const receipts = useReceipts()
  const lost = useLostDeletions()
  const hasHistory = useFeature('history')
  const deletionOfMany = useDeletionOfMany({ changes, receipts, lost, reload })

  /** @param onDone closes the dialog. @returns whether the codes were created */
  async function create(quantity: number, onDone?: () => void): Promise<boolean> {
    const refetch = track(unassigned)
    const receipt = receipts.start('created')
    const change = (repeats: Repeats) => createCodes(quantity, refetch, repeats)
    const { isDone = false, isStale, codes } = await attempt('create', change, failedCreation, receipt.doubt)
    receipt.end({ codes, requested: quantity })
    if (isDone) onDone?.()
    if (isStale) reload()
    return isDone
  }

  /**
   * @param removedSince resolves to the codes that are no longer unassigned; to undefined if they are unknown
   * @param onDone closes the dialog
   */
  async function removeAll(removedSince: () => Promise<readonly Code[] | undefined>, onDone?: () => void) {
    const refetch = track(unassigned)
    const receipt = receipts.start('deleted')
    const change = (repeats: Repeats) => deleteAll(refetch, repeats)
    const { isDone, isStale, codes } = await attempt('delete all', change, failedDeletionOfAll, receipt.doubt)
    if (isDone) onDone?.()
    if (isStale) reload()
    const deleted = isDone ? (codes ?? (await removedSince())) : undefined
    await lost.identify(deleted, undefined)
    receipt.end({ codes: deleted })
  }

  async function remove(code: Code) {
    const refetch = track(selectionOf(code))
    const batch = lost.newBatch()
    const receipt = receipts.start('deleted')
    const change = (repeats: Repeats) => deleteOne(code, refetch, { repeats, batch })
    const { isStale, codes } = await attempt(deletion(code), change, failedDeletion(code), receipt.doubt)
    if (batch) await lost.identify(codes, batch)
    receipt.end({ codes: hasHistory ? codes : undefined })
    // The button stays busy until the row is removed or reloaded.
    if (isStale) await run(deletion(code), reload)
  }

  /** @param count their number, of which `codes` may have the first ones only. @returns whether they were restored */
  async function restoreCodes(codes: readonly Code[], count = codes.length): Promise<boolean> {
    const refetch = track(unassigned)
    const change = (repeats: Repeats) => restore(codes, count, refetch, repeats)
    const { isDone = false, isStale } = await attempt('restore', change, failedRestoration)
    if (isStale) reload()
    return isDone
  }

  async function undo(receipt: ReceiptData) {
    if (await restoreCodes(receipt.codes, receipt.count)) receipts.remove(receipt)
  }

  return { changes, receipts, deletionOfMany, create, remove, removeAll, restoreCodes, undo }
}
