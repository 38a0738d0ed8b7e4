import { sql, type Transaction, type Updateable } from 'kysely'
import * as v from 'valibot'
import { type AccountAction, recordEvent } from '../audit/events'
import { type DatabaseChoice, openDatabase } from '../database/connect'
import type { Database, Schema } from '../database/schema'
import { bogotaTime } from '../database/time'
import { isSeeded } from '../seed/seed'
import { differsFromName, haveSameLetters, NewName, NewPassword, parseInput, TypedName } from './account-rules'
import { accountNamed, hashPassword, insertAccount } from './accounts'
import { askRunningService } from './staff-socket'

/** A change to the staff accounts, or their list. */
export const StaffCommand = v.variantAsync('action', [
  v.pipeAsync(
    v.objectAsync({ action: v.picklist(['add', 'passwd']), username: TypedName, password: NewPassword }),
    differsFromName(),
  ),
  v.object({ action: v.literal('disable'), username: TypedName }),
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
  await parseInput(StaffCommand, command)
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
  const command = await parseInput(StaffCommand, input)
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
async function add(database: Database, name: string, password: string): Promise<string[]> {
  const password_hash = await hashPassword(password)
  return changeAccounts(database, async (transaction) => {
    const account = await findAccount(transaction, name)
    if (account?.isEnabled)
      throw new Error(`There is an account ${account.username} already: passwd changes its password.`)
    if (account) {
      await update(transaction, account.id, 'account_enabled', { password_hash, disabled_at: null })
      return [`${account.username} can sign in.`]
    }
    const username = await parseInput(NewName, name)
    const accounts = await transaction.selectFrom('staff_accounts').select('username').execute()
    const alike = accounts.find((other) => haveSameLetters(other.username, username))
    if (alike) throw new Error(`The name resembles that of the account ${alike.username}: choose another one.`)
    await insertAccount(transaction, { username, password_hash })
    return [`${username} can sign in.`]
  })
}

async function setPassword(database: Database, name: string, password: string): Promise<string[]> {
  const password_hash = await hashPassword(password)
  return changeAccounts(database, async (transaction) => {
    const account = await findAccount(transaction, name)
    if (!account?.isEnabled)
      throw new Error(`There is no enabled account ${name}: list shows the accounts, add enables one.`)
    await update(transaction, account.id, 'password_changed', { password_hash })
    return [`${account.username} has a new password, and is signed out everywhere.`]
  })
}

async function disable(database: Database, name: string): Promise<string[]> {
  return changeAccounts(database, async (transaction) => {
    const account = await findAccount(transaction, name)
    if (!account) throw new Error(`There is no account ${name}: list shows the accounts.`)
    if (account.isEnabled && (await isOnlyEnabled(transaction)))
      throw new Error(`${account.username} is the last enabled account: add another one before you disable it.`)
    if (account.isEnabled)
      await update(transaction, account.id, 'account_disabled', { disabled_at: new Date().toISOString() })
    return [`${account.username} is disabled, and is signed out everywhere.`]
  })
}

/** Runs a change while no other change to the accounts runs, in this or another process. */
function changeAccounts<T>(database: Database, change: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await sql`lock table staff_accounts in share row exclusive mode`.execute(transaction)
    return change(transaction)
  })
}

async function findAccount(transaction: Transaction<Schema>, name: string) {
  const found = await accountNamed(transaction, name).select(['id', 'username', 'disabled_at']).executeTakeFirst()
  return found && { id: found.id, username: found.username, isEnabled: found.disabled_at === null }
}

async function isOnlyEnabled(transaction: Transaction<Schema>): Promise<boolean> {
  const enabled = await transaction.selectFrom('staff_accounts').select('id').where('disabled_at', 'is', null).execute()
  return enabled.length === 1
}

/** Changes an account, and invalidates its earlier tokens and waiting sign-ins. */
async function update(
  transaction: Transaction<Schema>,
  id: number,
  action: AccountAction,
  change: Updateable<Schema['staff_accounts']>,
): Promise<void> {
  await transaction
    .updateTable('staff_accounts')
    .set({ ...change, token_version: sql<number>`token_version + 1` })
    .where('id', '=', id)
    .execute()
  await recordEvent(transaction, { account: id, address: undefined }, action)
}
