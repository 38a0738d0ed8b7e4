import { randomBytes } from 'node:crypto'
import type { Database } from './schema'

/** The random secret of a database under a name, which all processes on the database share. Created when missing. */
export async function secretOf(database: Database, name: string): Promise<Uint8Array> {
  await database
    .insertInto('settings')
    .values({ name, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(value, 'base64')
}
