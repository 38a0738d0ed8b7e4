import * as v from 'valibot'
import { Name } from './limits'
import { Serial, Signature } from './registry'

/** Versions that are out for ever. A remote with more of them continues under another name. */
export const MAX_WITHDRAWN = 500

/** What an operator has seen last: no entry is missing or older. */
export const Stamp = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  expires: v.pipe(v.string(), v.isoTimestamp()),
  /** By remote, retired ones too. */
  serials: v.record(Name, Serial),
  signature: Signature,
})
export type Stamp = v.InferOutput<typeof Stamp>

/** The content that the signature of an entry covers; unknown fields are signed too. */
export function entryContent(storeId: string, { signature: _, ...entry }: Record<string, unknown>): unknown {
  return { storeId, entry }
}

/** The content that the signature of a stamp covers. */
export function stampContent(storeId: string, { signature: _, ...stamp }: Record<string, unknown>): unknown {
  return { storeId, stamp }
}
