import { sql, type Transaction } from 'kysely'
import type { EventCode } from '../audit/events'
import type { Schema } from '../database/schema'
import { HttpError } from '../http/errors'
import { formatJson, type Int8 } from '../json'

/** Time after a deletion in which its account may restore the codes. */
const restorable = sql`interval '10 minutes'`

const isDeletion = sql`action in ('delete', 'delete_all')`

interface Deletion extends EventCode {
  account: number
  recent: boolean
}

/**
 * Restores deleted codes with their ids, names and dates: all or none. Call it in a transaction.
 *
 * @param ids ids of codes that `account` has deleted within the last ten minutes
 * @param deletions ids of its deletions within that time, whose codes are restored too
 * @returns the restored codes
 * @throws {HttpError} 404 when a code was not deleted within ten minutes or a deletion is unknown, 403 when another account deleted it, 409 when its
 *   name or id exists
 */
export async function restoreCodes(
  transaction: Transaction<Schema>,
  account: number,
  ids: readonly Int8[],
  deletionIds: readonly Int8[] = [],
): Promise<EventCode[]> {
  const missing = await unknownDeletion(transaction, deletionIds)
  if (missing !== undefined) throw unknown(`Deletion ${missing} was not made`)
  const deletions = await lastDeletions(transaction, ids, deletionIds)
  const old = deletions.find(({ recent }) => !recent)?.id
  const found = new Set(deletions.map(({ id }) => id))
  const undeleted = old ?? ids.find((id) => !found.has(id))
  if (undeleted !== undefined) throw unknown(`Code ${undeleted} was not deleted`)
  const foreign = deletions.find((deletion) => deletion.account !== account)
  if (foreign)
    throw new HttpError(
      403,
      'deletion_of_other_account',
      `Code ${foreign.name} was deleted by another account: nothing was restored. Ask that account to restore it.`,
    )
  const { rows: restored } = await sql<{ id: Int8 }>`
    insert into codes (id, name, created_at)
    select id, name, "createdAt"
    from json_to_recordset(${formatJson(deletions)}::json) as code (id bigint, name text, "createdAt" timestamptz)
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

const unknown = (what: string) =>
  new HttpError(404, 'deletion_unknown', `${what} within the last ten minutes: nothing was restored.`)

/** One of the ids that is no deletion. */
async function unknownDeletion(transaction: Transaction<Schema>, ids: readonly Int8[]): Promise<Int8 | undefined> {
  const { rows } = await sql<{ id: Int8 }>`
    select made.id from unnest(${[...ids]}::bigint[]) as made (id)
    where not exists (select from staff_events where action_id = made.id and ${isDeletion}) limit 1`.execute(
    transaction,
  )
  return rows[0]?.id
}

/**
 * The last deletion of each code that was ever deleted, of the given ones and those of the given deletions. The order names
 * the table, because `id` is also a result column.
 */
async function lastDeletions(
  transaction: Transaction<Schema>,
  ids: readonly Int8[],
  deletionIds: readonly Int8[],
): Promise<Deletion[]> {
  const { rows } = await sql<Deletion>`
    select distinct on (code_id)
      code_id as id, code_name as name, code_created_at::text as "createdAt", account_id as account,
      occurred_at > now() - ${restorable} as recent
    from staff_events
    where ${isDeletion} and code_id in (
      select unnest(${[...ids]}::bigint[])
      union select code_id from staff_events where action_id = any(${[...deletionIds]}::bigint[]) and ${isDeletion}
    )
    order by code_id, staff_events.id desc`.execute(transaction)
  return rows
}
