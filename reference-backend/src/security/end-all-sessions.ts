import type { Database } from '../database/schema'
import { TOKEN_SECRET } from './sessions'

/** Invalidates every token: accounts get another token version, and the next start another secret. */
export async function endAllSessions(database: Database): Promise<void> {
  await database
    .updateTable('staff_accounts')
    .set(({ eb }) => ({ token_version: eb('token_version', '+', 1) }))
    .execute()
  await database.deleteFrom('settings').where('name', '=', TOKEN_SECRET).execute()
}
