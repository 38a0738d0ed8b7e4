import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { recordEvent } from '../audit/events'
import { endAllSessions } from '../security/end-all-sessions'
import { copyBackUp, PARTIAL } from './back-ups'
import { openMigrated } from './connect'
import { completeRestoration, hasData, maintain, RESTORED } from './data-folder'
import { openFolderPool } from './embedded'

/**
 * Replaces the data of a stopped embedded database by a back-up, signs everyone out, and records that. The replaced data
 * becomes a back-up itself. When interrupted, either nothing has changed or the next start completes the restoration.
 *
 * @returns the name of the back-up of the replaced data; undefined when there was none
 * @throws {Error} when the database is in use, or the back-up does not exist, is damaged or of another version; the data is
 * unchanged then
 */
export function restoreBackUp(directory: string, name: string): Promise<string | undefined> {
  return maintain(directory, async () => {
    const partial = join(directory, PARTIAL)
    const restored = join(directory, RESTORED)
    try {
      await copyBackUp(directory, name, partial)
      const database = await openMigrated(await openFolderPool(partial))
      await database
        .transaction()
        .execute(async (transaction) => {
          await endAllSessions(transaction)
          await recordEvent(transaction, { account: null, address: undefined }, 'database_restored')
        })
        .finally(() => database.destroy())
      await rename(partial, restored)
      return await completeRestoration(directory)
    } catch (error) {
      // Data that has replaced nothing yet is given up; otherwise the next start completes the restoration.
      if (existsSync(restored) && hasData(directory)) await rename(restored, partial)
      await rm(partial, { recursive: true, force: true })
      throw error
    }
  })
}
