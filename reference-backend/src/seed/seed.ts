import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import type { Database, Schema } from '../database/schema'
import { differsFromName, NewName, NewPassword, parseInput } from '../security/account-rules'
import { hashPassword, insertAccount } from '../security/accounts'
import { insertDemonstration, type SeedAmounts } from './demonstration'

export interface Admin {
  user: string
  /** Undefined for a database that must not be new. */
  password: string | undefined
}

const marker = 'seeded'

/**
 * Seeds a new database with the demonstration data and the staff account in one transaction. A seeded database is left
 * unchanged, including its staff account.
 *
 * @throws {Error} one line, when the database is new and there is no password (D30, first password), or name or password are refused
 */
export async function seedOnce(database: Database, amounts: SeedAmounts, admin: Admin): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await claim(transaction))) return
    if (admin.password === undefined)
      throw new Error('The database is new and needs a staff account: set ADMIN_PASSWORD, and start again.')
    const username = await parseInput(NewName, admin.user).catch(nameVariable('ADMIN_USER'))
    const { password } = await parseInput(
      v.pipeAsync(v.objectAsync({ username: v.string(), password: NewPassword }), differsFromName()),
      { username, password: admin.password },
    ).catch(nameVariable('ADMIN_PASSWORD'))
    const password_hash = await hashPassword(password)
    await insertAccount(transaction, { username, password_hash })
    await insertDemonstration(transaction, amounts)
    for (const table of ['users', 'codes', 'scores', 'referrals'] as const) {
      const next = sql`(select count(*) + 1 from ${sql.table(table)})`
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next}, false)`.execute(transaction)
      // The embedded engine has no autovacuum to update the statistics of its planner.
      await sql`analyze ${sql.table(table)}`.execute(transaction)
    }
  })
}

const nameVariable = (variable: string) => (error: Error) => {
  throw new Error(`${variable} cannot be used. ${error.message}`)
}

/** Whether {@link seedOnce} has seeded the database. */
export async function isSeeded(database: Database): Promise<boolean> {
  return (
    (await database.selectFrom('settings').select('name').where('name', '=', marker).executeTakeFirst()) !== undefined
  )
}

/** Whether this process is to seed the database. With two backends on a new database, the second waits for the first. */
async function claim(transaction: Transaction<Schema>): Promise<boolean> {
  const claimed = await transaction
    .insertInto('settings')
    .values({ name: marker, value: 'yes' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n
}
