import { type Row, requestBackend } from '@canje/tab-testing'

/** Whether a code can be deleted (specification §4). */
export const isUnused = ({ used }: Row) => used === 0

/** Resets the codes to 15 redeemed and 26 unused ones, so that the last page has one row. */
export async function seedCodes(): Promise<void> {
  await requestBackend('DeleteAllCodes')
  await requestBackend('InsertCodes', { prmnumber_codes: 26 })
}
