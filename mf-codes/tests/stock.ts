import { type Row, truth } from 'tab-testing'

/** Only an unused code can be deleted (specification §4). */
export const isUnused = ({ used }: Row) => used === 0

/** Gives a test the codes it can count on: the 15 redeemed ones of the seed and 26 new ones, so that the last page holds one. */
export async function stockCodes(): Promise<void> {
  await truth('DeleteAllCodes')
  await truth('InsertCodes', { prmnumber_codes: 26 })
}
