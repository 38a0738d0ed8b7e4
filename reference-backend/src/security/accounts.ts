import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import { sql, type Transaction } from 'kysely'
import { recordEvent } from '../audit/events'
import type { Database, Schema } from '../database/schema'
import { opaqueString } from './opaque-string'

/** 19 MiB, two iterations, one lane; Argon2id is the library's default algorithm. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage, in any Unicode form. */
export const hashPassword = (password: string): Promise<string> => hash(opaqueString(password), cost)

/** An account as it was when its name was looked up. */
export interface Account {
  id: number
  username: string
  /** The `token_version` that belongs to the password. */
  version: number
}

interface FoundAccount {
  /** Undefined for an unknown name. A disabled account is found, and accepts no password. */
  account: Account | undefined
  /** Verifies a password in any Unicode form, without the database. */
  checkPassword(password: string): Promise<boolean>
}

/** Finds an account by name. */
export type FindAccount = (username: string) => Promise<FoundAccount>

/** The account of a name, in the form that was typed or in NFKC, which the names of new accounts have. */
export function accountNamed(database: Database, name: string) {
  return database
    .selectFrom('staff_accounts')
    .where('username', 'in', [name, name.normalize('NFKC')])
    .orderBy(sql`username = ${name}`, 'desc')
    .limit(1)
}

/** Inserts an account, and records it. */
export async function insertAccount(
  transaction: Transaction<Schema>,
  account: { username: string; password_hash: string },
): Promise<void> {
  const { id } = await transaction
    .insertInto('staff_accounts')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(transaction, { account: id, address: undefined }, 'account_added')
}

/** Creates the account search. An unknown name is checked against a dummy hash, so that timing does not reveal names. */
export async function createAccountSearch(database: Database): Promise<FindAccount> {
  const dummyHash = await hashPassword(randomBytes(32).toString('base64'))
  return async (username) => {
    // In one statement: a version of a later password would make a token of the earlier one valid.
    const found = await accountNamed(database, username)
      .select(['id', 'username', 'token_version as version', 'password_hash', 'disabled_at'])
      .executeTakeFirst()
    const isEnabled = found?.disabled_at === null
    return {
      account: found && { id: found.id, username: found.username, version: found.version },
      checkPassword: async (password) =>
        (await verify(isEnabled ? found.password_hash : dummyHash, opaqueString(password))) && isEnabled,
    }
  }
}
