import { setTimeout } from 'node:timers/promises'
import type { Database } from '../database/schema'

/** Short enough for whoever removes an account, and no look is needed for each of a page's calls. */
const freshMs = 5_000
/** A look takes a millisecond: after so long, it waits for a connection. */
const patienceMs = 1_000

/** Which staff accounts there are. */
export interface SeenAccounts {
  /** Notes that the account has just been found. */
  add(id: number): void
  /** Whether the account is there; one that was, also while the database has no time to say so. */
  has(id: number): Promise<boolean>
}

/**
 * Remembers accounts, so that a session needs no connection of a busy database: a long list keeps the only one of an
 * embedded engine for longer than a page waits to be told that its session is valid. Nobody whose account is gone stays
 * for long by that: a token is good for ten minutes, and only an account gets one.
 */
export function createSeenAccounts(database: Database): SeenAccounts {
  const seenAt = new Map<number, number>()
  const add = (id: number) => void seenAt.set(id, performance.now())
  const look = async (id: number) => {
    const account = await database.selectFrom('staff_accounts').select('id').where('id', '=', id).executeTakeFirst()
    if (account) add(id)
    else seenAt.delete(id)
    return account !== undefined
  }
  return {
    add,
    has: async (id) => {
      const last = seenAt.get(id)
      if (last === undefined) return look(id)
      if (performance.now() - last < freshMs) return true
      return Promise.race([look(id), setTimeout(patienceMs, true, { ref: false })])
    },
  }
}
