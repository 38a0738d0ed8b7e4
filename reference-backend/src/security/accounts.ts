import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { Database } from '../database/schema'

/** 19 MiB, two passes, one lane; Argon2id is the library's default algorithm. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password as it is stored. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Resolves with the id of the account when the password is its own, undefined when not. */
export type CheckPassword = (password: string) => Promise<number | undefined>

/** Looks an account up by its name. Resolves with the check of its password, which uses no database. */
export type FindAccount = (username: string) => Promise<CheckPassword>

/** Checks of an unknown name take as long as those of a known one, so that the time tells nobody which names exist. */
export async function createAccountSearch(database: Database): Promise<FindAccount> {
  const nobodysHash = await hashPassword(randomBytes(32).toString('base64'))
  return async (username) => {
    const account = await database
      .selectFrom('staff_accounts')
      .select(['id', 'password_hash'])
      .where('username', '=', username)
      .executeTakeFirst()
    return async (password) => {
      const matches = await verify(account?.password_hash ?? nobodysHash, password)
      return matches ? account?.id : undefined
    }
  }
}
