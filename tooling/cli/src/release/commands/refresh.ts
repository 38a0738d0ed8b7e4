import { refresh } from '@canje/release-store'
import { readReleaseKey } from '../checks/key'
import type { Context } from '../context'
import { readNote } from '../note'
import { type Outcome, refusal } from '../outcome'

/** Renews the stamp of a store with the key of an operator. */
export async function refreshStore(context: Context): Promise<Outcome> {
  const { store, keyFile } = context
  const { value: key, findings } = await readReleaseKey(keyFile)
  if (!key) return refusal(findings)
  const { json } = await refresh(store, key, await readNote(context))
  const { expires } = Object(json).stamp
  const line = `The stamp of ${store.location} is valid until ${expires}.`
  return { result: { store: store.location, expires }, lines: [line], findings: [] }
}
