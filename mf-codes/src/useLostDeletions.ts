import { importWithRetry, useFeature } from '@canje/shared-ui'
import { deletionIdsOf } from './api/restore-codes'
import type { Code } from './codes'

export const loadDeletion = () => import(/* webpackChunkName: 'delete-many' */ './delete-many')

/** Finds deletions in the log of the service whose responses were lost: their receipts need the ids after a reload (D29). */
export function useLostDeletions() {
  const hasHistory = useFeature('history')

  return {
    /** @returns a name for a press that deletes codes, by which the log finds it; undefined for a service without names */
    newBatch: () => (hasHistory ? randomName() : undefined),
    /** @param batch the name of the press; undefined for a deletion of all unassigned codes */
    identify: async (codes: readonly Code[] | undefined, batch: string | undefined) => {
      if (!hasHistory || !codes?.length || deletionIdsOf(codes).length > 0) return
      const code = await importWithRetry(loadDeletion).catch(() => undefined)
      await code?.identifyDeletion(codes, batch)
    },
  }
}

/** Unique among the presses that the service records. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
