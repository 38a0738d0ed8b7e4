import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import type { Database, Schema } from '../database/schema'
import { HttpError } from '../http/errors'
import { formatJson } from '../json'

const Key = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/))
/** Lifetime of a stored response. */
const lifetime = sql`interval '24 hours'`

/** A request for a change of the data. */
export interface ChangeRequest {
  account: number
  /** The path of the request, such as `/InsertCodes`. */
  path: string
  body: unknown
  /** The header `Idempotency-Key`; undefined without one. */
  key: string | string[] | undefined
  /** Aborts when the client disconnects, which cancels a change without a key that has not begun. */
  signal: AbortSignal
}

/** Makes the change in a transaction. Resolves with the body of the response. */
export type Change = (transaction: Transaction<Schema>) => Promise<object>

/**
 * Makes a change in one transaction. With an idempotency key, that transaction also stores the response. A repeated request
 * with the key gets that response for 24 hours, and changes nothing. A failed change is rolled back with its key, so that a
 * retry runs it again.
 *
 * @returns the body of the response
 * @throws {HttpError} 400 for a malformed key, 409 with `Retry-After` while the first request runs, 422 for another
 *   request with the same key
 */
export async function makeChange(database: Database, request: ChangeRequest, change: Change): Promise<object> {
  const { signal } = request
  if (request.key === undefined) {
    return database.transaction().execute((transaction) => {
      signal.throwIfAborted()
      return change(transaction)
    })
  }
  const key = keyOf(request.key)
  const fingerprint = fingerprintOf(request)
  // Not aborted when the client disconnects: it will retry with the key, and would lose its place in the queue.
  return database.transaction().execute(async (transaction) => {
    await claim(transaction, `${request.account} ${key}`)
    const stored = await find(transaction, request.account, key)
    if (stored && stored.fingerprint !== fingerprint)
      throw new HttpError(
        422,
        'idempotency_key_reused',
        'The Idempotency-Key was used for another request: send a new key.',
      )
    if (stored) return stored.response
    const response = await change(transaction)
    await store(transaction, { account_id: request.account, key, fingerprint, response: formatJson(response) })
    return response
  })
}

function keyOf(header: string | string[]): string {
  const result = v.safeParse(Key, header)
  if (result.success) return result.output
  throw new HttpError(
    400,
    'invalid_idempotency_key',
    'The Idempotency-Key is invalid: send 1 to 255 visible ASCII characters.',
  )
}

/** A hash of path and body, which identifies the request. */
function fingerprintOf({ path, body }: ChangeRequest): string {
  return createHash('sha256')
    .update(formatJson([path, body ?? null]))
    .digest('base64url')
}

/**
 * Claims a name until the end of the transaction, so that the next one sees the stored response. Throws 409 while another
 * transaction has it. On the single connection of the embedded engine, that one has ended.
 */
async function claim(transaction: Transaction<Schema>, name: string): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(transaction)
  if (rows[0]?.locked) return
  const message = 'The first request with this Idempotency-Key is still running: send it again in a second.'
  throw new HttpError(409, 'request_in_progress', message, { 'Retry-After': '1' })
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
    // Only an expired row can conflict.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ ...row, created_at: sql<string>`now()` }),
    )
    .execute()
  // Skips rows locked by another transaction, so that neither waits for the other.
  await sql`
    delete from idempotency_keys where (account_id, key) in (
      select account_id, key from idempotency_keys where created_at < now() - ${lifetime} for update skip locked
    )`.execute(transaction)
}
