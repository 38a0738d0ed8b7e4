import { type RawBuilder, sql } from 'kysely'
import type { EventCode } from '../audit/events'
import type { Row } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import { HttpError } from '../http/errors'
import type { Int8 } from '../json'
import { generateCodeName } from './code-name'

/** Selects code rows (specification §3) of the table `from`. `date` is the time of creation. */
export function selectCodes(from = 'codes'): RawBuilder<Row> {
  return sql`
    select codes.id, codes.name, users.name as "userName", (redeemed_at is not null)::integer as used,
           ${bogotaTime('created_at')} as date
    from ${sql.table(from)} as codes left join users on users.id = codes.user_id order by codes.id`
}

/** A created or deleted code. */
export interface ChangedCode extends EventCode {
  /** As in the rows of `selectCodes`. */
  date: string
}

const changedColumns = [
  'id',
  'name',
  bogotaTime('codes.created_at').as('date'),
  sql<string>`codes.created_at::text`.as('createdAt'),
] as const

/** Inserts `count` new codes, whose names are too many to meet an existing one. @returns the new codes */
export function insertCodes(database: Database, count: number): Promise<ChangedCode[]> {
  return database
    .insertInto('codes')
    .values(Array.from({ length: count }, () => ({ name: generateCodeName() })))
    .returning(changedColumns)
    .execute()
}

/**
 * Deletes one unused code (specification §4).
 * @returns the deleted code
 * @throws {HttpError} 409 when the code is used, 404 when the id is unknown
 */
export async function deleteCode(database: Database, id: Int8): Promise<ChangedCode> {
  const deleted = await database
    .deleteFrom('codes')
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .returning(changedColumns)
    .executeTakeFirst()
  if (deleted) return deleted
  const code = await database.selectFrom('codes').select('id').where('id', '=', id).executeTakeFirst()
  if (code)
    throw new HttpError(409, 'code_used', `Code ${id} has been redeemed and cannot be deleted: reload the list.`)
  throw new HttpError(404, 'code_unknown', `Code ${id} does not exist: reload the list.`)
}

/** Deletes every unassigned code (specification §4). @returns the deleted codes */
export async function deleteUnassignedCodes(database: Database): Promise<ChangedCode[]> {
  return database.deleteFrom('codes').where('user_id', 'is', null).returning(changedColumns).execute()
}
