import { sql } from 'kysely'
import * as v from 'valibot'
import { type DatabaseChoice, openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import { isSeeded } from '../seed/seed'
import { hashPassword } from './accounts'
import { askRunningService } from './staff-socket'

const username = v.pipe(
  v.string(),
  v.minLength(1, 'The name is empty: give one.'),
  v.maxLength(200, 'The name is longer than 200 characters: choose a shorter one.'),
  v.check((name) => !/\p{Cc}/u.test(name), 'The name contains control characters: choose another one.'),
)
const password = v.pipe(
  v.string(),
  v.minLength(1, 'The password is empty: give one.'),
  v.maxLength(1000, 'The password is longer than 1000 characters: choose a shorter one.'),
  v.check((text) => !/\p{Cc}/u.test(text), 'The password contains control characters, such as line breaks.'),
)

/** A change to the staff accounts, or their list. */
export const StaffCommand = v.variant('action', [
  v.object({ action: v.literal('add'), username, password }),
  v.object({ action: v.literal('passwd'), username, password }),
  v.object({ action: v.literal('disable'), username }),
  v.object({ action: v.literal('list') }),
])
export type StaffCommand = v.InferOutput<typeof StaffCommand>

/**
 * Runs a command on the staff accounts of a database. The running service of an embedded database runs it, since that
 * database has one owner; otherwise this process opens the database.
 *
 * @returns the lines to show
 * @throws {Error} one line, when the command is refused or the database cannot be opened
 */
export async function manageStaff(choice: DatabaseChoice, command: StaffCommand): Promise<string[]> {
  if (choice.kind === 'embedded') {
    const lines = await askRunningService(choice.directory, command)
    if (lines) return lines
  }
  const database = await openDatabase(choice)
  try {
    if (!(await isSeeded(database))) throw new Error('The database is new: start the service once before.')
    return await runStaffCommand(database, command)
  } finally {
    await database.destroy()
  }
}

/**
 * Runs a command on an open database.
 *
 * @param input a {@link StaffCommand}, which is validated
 * @returns the lines to show
 * @throws {Error} one line, when the command is invalid or refused; nothing is changed then
 */
export async function runStaffCommand(database: Database, input: unknown): Promise<string[]> {
  const result = v.safeParse(StaffCommand, input)
  if (!result.success) throw new Error(result.issues[0].message)
  const command = result.output
  switch (command.action) {
    case 'list':
      return list(database)
    case 'add':
      return add(database, command.username, command.password)
    case 'passwd':
      return setPassword(database, command.username, command.password)
    case 'disable':
      return disable(database, command.username)
  }
}

async function list(database: Database): Promise<string[]> {
  const accounts = await database
    .selectFrom('staff_accounts')
    .select(['username', bogotaTime<string | null>('disabled_at').as('disabledAt')])
    .orderBy('username')
    .execute()
  return accounts.map(({ username, disabledAt }) => (disabledAt ? `${username}, disabled ${disabledAt}` : username))
}

/** Adds an account, or enables a disabled one with a new password. */
async function add(database: Database, username: string, password: string): Promise<string[]> {
  const password_hash = await hashPassword(password)
  const added = await database
    .insertInto('staff_accounts')
    .values({ username, password_hash })
    .onConflict((conflict) =>
      conflict
        .column('username')
        .doUpdateSet({ password_hash, disabled_at: null })
        .where('staff_accounts.disabled_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Error(`There is an account ${username} already: passwd changes its password.`)
  return [`${username} can sign in.`]
}

async function setPassword(database: Database, username: string, password: string): Promise<string[]> {
  const password_hash = await hashPassword(password)
  const changed = await database
    .updateTable('staff_accounts')
    .set(({ eb }) => ({ password_hash, token_version: eb('token_version', '+', 1) }))
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Error(`There is no enabled account ${username}: list shows the accounts, add enables one.`)
  return [`${username} has a new password, and is signed out everywhere.`]
}

async function disable(database: Database, username: string): Promise<string[]> {
  const disabled = await database
    .updateTable('staff_accounts')
    .set(({ eb }) => ({
      disabled_at: sql<string>`coalesce(disabled_at, now())`,
      // Tokens of before stay invalid when the account is enabled again.
      token_version: eb('token_version', '+', 1),
    }))
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirst()
  if (!disabled) throw new Error(`There is no account ${username}: list shows the accounts.`)
  return [`${username} is disabled, and is signed out everywhere.`]
}
