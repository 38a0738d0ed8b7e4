import * as v from 'valibot'
import { type ReleaseStore, SERIAL } from './release-store'
import { readValidJson } from './store-file'

const Serial = v.object({ serial: v.pipe(v.number(), v.safeInteger()) })

/**
 * Read it before the registry, which another command may be replacing.
 *
 * @returns the serial of the newest registry that the store has had; 0 in a store that has only had earlier versions
 */
export async function newestSerial(store: ReleaseStore): Promise<number> {
  return (await readValidJson(store, SERIAL, Serial))?.serial ?? 0
}
