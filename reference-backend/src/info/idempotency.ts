import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import type { Database, Schema } from '../database/schema'
import { HttpError } from '../http/errors'

const Key = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/))
/** How long the first response is repeated. */
const lifetime = sql`interval '24 hours'`

/** A change that somebody asks for. */
export interface ChangeRequest {
  account: number
  /** The path of the call, such as `/InsertCodes`. */
  call: string
  body: unknown
  /** The header `Idempotency-Key`, if there is one. */
  key: string | string[] | undefined
  /** Aborts when the client leaves: a change without a key that has not begun is then not made. */
  gone: AbortSignal
}

/** Makes a change. Resolves with the body of its response. */
export type Change = (transaction: Transaction<Schema>) => Promise<object>

/**
 * Makes a change in one transaction. With an idempotency key, that transaction stores the response as well: the same
 * request with the same key has this response for 24 hours, and changes nothing. A change that fails is rolled back and
 * leaves no key, so its repetition is tried again.
 *
 * @returns the body of the response
 * @throws {HttpError} 400 for a malformed key, 409 with `Retry-After` while the first request runs, 422 for another
 *   request with the same key
 */
export async function makeChange(database: Database, request: ChangeRequest, change: Change): Promise<object> {
  const { gone } = request
  if (request.key === undefined) {
    return database.transaction().execute((transaction) => {
      gone.throwIfAborted()
      return change(transaction)
    })
  }
  const key = keyOf(request.key)
  // Made for a client that has left, too: it comes back with the key, and would lose its place in the queue.
  return alone(database, `${request.account} ${key}`, async (transaction) => {
    const fingerprint = fingerprintOf(request)
    const stored = await find(transaction, request.account, key)
    if (stored && stored.fingerprint !== fingerprint)
      throw new HttpError(422, 'idempotency_key_reused', 'This key was sent with another request: use a new key.')
    if (stored) return stored.response
    const response = await change(transaction)
    await store(transaction, { account_id: request.account, key, fingerprint, response: JSON.stringify(response) })
    return response
  })
}

function keyOf(header: string | string[]): string {
  const result = v.safeParse(Key, header)
  if (result.success) return result.output
  throw new HttpError(400, 'invalid_idempotency_key', 'Send an Idempotency-Key of 1 to 255 visible ASCII characters.')
}

/** Two changes are the same when call and body are. */
function fingerprintOf({ call, body }: ChangeRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([call, body ?? null]))
    .digest('base64url')
}

/** Names of the changes under way in this process. */
const running = new WeakMap<Database, Set<string>>()

/** A transaction that is refused while another one of its name runs, here or in another process. */
async function alone<T>(
  database: Database,
  name: string,
  action: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const here = running.get(database) ?? new Set()
  running.set(database, here)
  // The embedded engine has one connection: a second transaction would wait there until the first has ended.
  if (here.has(name)) throw inProgress()
  here.add(name)
  try {
    return await database.transaction().execute(async (transaction) => {
      // Until the end of the transaction: whoever has the lock next sees what was stored.
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(transaction)
      if (!rows[0]?.locked) throw inProgress()
      return action(transaction)
    })
  } finally {
    here.delete(name)
  }
}

function inProgress(): HttpError {
  return new HttpError(409, 'request_in_progress', 'The first request with this key still runs: wait and repeat it.', {
    'Retry-After': '1',
  })
}

function find(transaction: Transaction<Schema>, account: number, key: string) {
  return transaction
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - ${lifetime}`)
    .executeTakeFirst()
}

async function store(
  transaction: Transaction<Schema>,
  row: { account_id: number; key: string; fingerprint: string; response: string },
): Promise<void> {
  await transaction
    .insertInto('idempotency_keys')
    .values(row)
    // Only a row that has expired is in the way.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ ...row, created_at: sql<string>`now()` }),
    )
    .execute()
  // Rows that another transaction deletes are left to it: neither waits for the other.
  await sql`
    delete from idempotency_keys where (account_id, key) in (
      select account_id, key from idempotency_keys where created_at < now() - ${lifetime} for update skip locked
    )`.execute(transaction)
}
