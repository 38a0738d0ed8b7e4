import { sql } from 'kysely'
import { rowsOf } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import { HttpError } from '../http/errors'
import { generateCodeName } from './code-name'

/** Selects code rows (specification §3) of the table `from`. `date` is the time of creation. */
export function selectCodes(database: Database, from = 'codes') {
  return database
    .selectFrom(rowsOf(from, 'codes'))
    .leftJoin('users', 'users.id', 'codes.user_id')
    .select([
      'codes.id',
      'codes.name',
      'users.name as userName',
      sql<0 | 1>`(codes.redeemed_at is not null)::integer`.as('used'),
      bogotaTime('codes.created_at').as('date'),
    ])
    .orderBy('codes.id')
}

/** Inserts `count` new codes, with another name in place of an existing one. Atomic only within a transaction. */
export async function insertCodes(database: Database, count: number, generateName = generateCodeName): Promise<void> {
  for (let missing = count; missing > 0; ) {
    const inserted = await database
      .insertInto('codes')
      .values(Array.from({ length: missing }, () => ({ name: generateName() })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .execute()
    missing -= inserted.length
  }
}

/**
 * Deletes one unused code (specification §4).
 * @throws {HttpError} 409 when the code is used, 404 when the id is unknown
 */
export async function deleteCode(database: Database, id: number): Promise<void> {
  const deleted = await database
    .deleteFrom('codes')
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .executeTakeFirst()
  if (deleted.numDeletedRows > 0n) return
  const code = await database.selectFrom('codes').select('id').where('id', '=', id).executeTakeFirst()
  if (code)
    throw new HttpError(409, 'code_used', `Code ${id} has been redeemed and cannot be deleted: reload the list.`)
  throw new HttpError(404, 'code_unknown', `Code ${id} does not exist: reload the list.`)
}

/** Deletes every unassigned code (specification §4). Resolves with their number. */
export async function deleteUnassignedCodes(database: Database): Promise<number> {
  const deleted = await database
    .deleteFrom('codes')
    .where('user_id', 'is', null)
    .where('redeemed_at', 'is', null)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
