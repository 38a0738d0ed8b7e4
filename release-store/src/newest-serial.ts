import * as v from 'valibot'
import { readValidJson } from './store-file'

/** The file with the serial of the newest registry. */
export const SERIAL = '.registry.serial'

const Serial = v.object({ serial: v.pipe(v.number(), v.safeInteger()) })

/** What a store has before a change. */
export interface FoundRegistry {
  /** Undefined before the first registry. */
  json: unknown
  /** See {@link newestSerial}. */
  newest: number
}

/**
 * Read it before the registry, which another command may be replacing.
 *
 * @returns the serial of the newest registry that the store has had; 0 in a store that has only had earlier versions
 */
export async function newestSerial(store: string): Promise<number> {
  return (await readValidJson(store, SERIAL, Serial))?.serial ?? 0
}
