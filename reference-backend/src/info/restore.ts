import { sql, type Transaction } from 'kysely'
import type { EventCode } from '../audit/events'
import type { Schema } from '../database/schema'
import { HttpError } from '../http/errors'

/** Time after a deletion in which its account may restore the codes. */
const restorable = sql`interval '10 minutes'`

interface Deletion extends EventCode {
  account: number
  recent: boolean
}

/**
 * Restores deleted codes with their ids, names and dates: all or none. Call it in a transaction.
 *
 * @param ids ids of codes that `account` has deleted within the last ten minutes
 * @returns the restored codes
 * @throws {HttpError} 404 when a code was not deleted within ten minutes, 403 when another account deleted it, 409 when its
 *   name or id exists
 */
export async function restoreCodes(
  transaction: Transaction<Schema>,
  account: number,
  ids: readonly number[],
): Promise<EventCode[]> {
  const deletions = await lastDeletions(transaction, ids)
  const found = new Set(deletions.filter(({ recent }) => recent).map(({ id }) => id))
  const unknown = ids.find((id) => !found.has(id))
  if (unknown !== undefined)
    throw new HttpError(
      404,
      'deletion_unknown',
      `Code ${unknown} was not deleted within the last ten minutes: nothing was restored.`,
    )
  const foreign = deletions.find((deletion) => deletion.account !== account)
  if (foreign)
    throw new HttpError(
      403,
      'deletion_of_other_account',
      `Code ${foreign.name} was deleted by another account: nothing was restored. Ask that account to restore it.`,
    )
  const { rows: restored } = await sql<{ id: number }>`
    insert into codes (id, name, created_at)
    select id, name, "createdAt"
    from json_to_recordset(${JSON.stringify(deletions)}::json) as code (id bigint, name text, "createdAt" timestamptz)
    on conflict do nothing
    returning id`.execute(transaction)
  if (restored.length < deletions.length) {
    const inserted = new Set(restored.map(({ id }) => id))
    const taken = deletions.find(({ id }) => !inserted.has(id))
    throw new HttpError(
      409,
      'code_exists',
      `A code with the name ${taken?.name} exists again: nothing was restored. Reload the list.`,
    )
  }
  return deletions
}

/** The last deletion of each code that was ever deleted. The order names the table, because `id` is also a result column. */
async function lastDeletions(transaction: Transaction<Schema>, ids: readonly number[]): Promise<Deletion[]> {
  const { rows } = await sql<Deletion>`
    select distinct on (code_id)
      code_id as id, code_name as name, code_created_at::text as "createdAt", account_id as account,
      occurred_at > now() - ${restorable} as recent
    from staff_events
    where code_id = any(${[...ids]}::bigint[]) and action in ('delete', 'delete_all')
    order by code_id, staff_events.id desc`.execute(transaction)
  return rows
}
