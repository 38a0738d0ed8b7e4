import { publicKeyOf, verifyStore } from 'registry/store'
import { asCommandError } from 'workspace'
import { readReleaseKey } from '../checks/key'
import { damaged } from '../checks/store'
import type { Context } from '../context'
import type { Checked } from '../findings'
import { type Outcome, refusal } from '../outcome'

/** Compares every file of every release that the registry names with the registry, and the registry with its key. */
export async function verify(context: Context): Promise<Outcome> {
  const { store } = context
  const { value: publicKeys, findings: keyless } = await publicKeysFor(context)
  if (!publicKeys) return refusal(keyless)
  const findings = damaged(await verifyStore(store, ...publicKeys).catch((error) => [asCommandError(error).message]))
  const lines = findings.length === 0 ? [`${store} holds what its registry says, signed with the right key.`] : []
  return { result: { store }, lines, findings }
}

async function publicKeysFor({ options, keyFile }: Context): Promise<Checked<string[]>> {
  if (options.registryKey !== undefined) return { value: options.registryKey, findings: [] }
  const { value: key, findings } = await readReleaseKey(keyFile)
  return key ? { value: [publicKeyOf(key)], findings } : { findings }
}
