import { asCommandError } from '@canje/project'
import { publicKeyOf, StoreError, verifyStore } from '@canje/release-store'
import { readReleaseKey } from '../checks/key'
import { storeDamaged } from '../checks/store'
import type { Context } from '../context'
import type { CheckResult } from '../findings'
import { type Outcome, refusal } from '../outcome'

/** Compares every released file with its hash in the registry, and the registry with its signature. */
export async function verify(context: Context): Promise<Outcome> {
  const { store } = context
  const { value: publicKeys, findings: keyFindings } = await publicKeysFor(context)
  if (!publicKeys) return refusal(keyFindings)
  const findings = storeDamaged(
    await verifyStore(store, ...publicKeys).catch((error) => {
      if (error instanceof StoreError) throw error
      return [asCommandError(error).message]
    }),
  )
  const lines = findings.length === 0 ? [`${store.location} matches its registry, and the signature is valid.`] : []
  return { result: { store: store.location }, lines, findings }
}

async function publicKeysFor({ options, keyFile }: Context): Promise<CheckResult<string[]>> {
  if (options.registryKey !== undefined) return { value: options.registryKey, findings: [] }
  const { value: key, findings } = await readReleaseKey(keyFile)
  return key ? { value: [publicKeyOf(key)], findings } : { findings }
}
