import { type ReleaseStore, readRegistry, type StoredRegistry, StoreError } from '@canje/release-store'
import { asCommandError } from '../../project/command-error'
import type { CheckResult, Finding } from '../findings'

/** Reads the registry of a store. @returns no value before its first release */
export async function usableRegistry(store: ReleaseStore): Promise<CheckResult<StoredRegistry>> {
  try {
    const value = await readRegistry(store)
    return value ? { value, findings: [] } : { findings: [] }
  } catch (error) {
    if (error instanceof StoreError) throw error
    const fix = 'Restore registry.json from a backup. "verify" shows details.'
    return {
      findings: [{ code: 'registry-unusable', message: `${store.location}: ${asCommandError(error).message}`, fix }],
    }
  }
}

/** @param consequence main clause, such as `there is no release to open` */
export function registryMissing(store: ReleaseStore, consequence: string): Finding {
  const message = `${store.location} has no registry: ${consequence}.`
  return { code: 'registry-unusable', message, fix: 'Pass the folder or bucket of a release store: --store.' }
}
