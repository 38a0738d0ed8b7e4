import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { Database } from '../database/schema'

/** 19 MiB, two iterations, one lane; Argon2id is the library's default algorithm. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Verifies a password. Resolves with the id of the account, or undefined for a wrong password. */
export type CheckPassword = (password: string) => Promise<number | undefined>

/** Finds an account by name. Resolves with its password check, which does not use the database. */
export type FindAccount = (username: string) => Promise<CheckPassword>

/** Creates the account search. An unknown name is checked against a dummy hash, so that timing does not reveal names. */
export async function createAccountSearch(database: Database): Promise<FindAccount> {
  const dummyHash = await hashPassword(randomBytes(32).toString('base64'))
  return async (username) => {
    const account = await database
      .selectFrom('staff_accounts')
      .select(['id', 'password_hash'])
      .where('username', '=', username)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    return async (password) => {
      const matches = await verify(account?.password_hash ?? dummyHash, password)
      return matches ? account?.id : undefined
    }
  }
}
