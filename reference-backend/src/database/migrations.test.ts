import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnSampledEngine } from '../testing/engines'
import { openMemoryPool } from './embedded'
import { migrations } from './migrations'
import type { Schema } from './schema'
import { openServerPool } from './server'

describeOnSampledEngine('migrations', (createDatabase) => {
  it('remove names that are no accounts and addresses that are none from the audit log', async () => {
    const testDatabase = await createDatabase()
    const { choice } = testDatabase
    // The embedded test databases are migrated.
    const pool = choice.kind === 'postgres' ? openServerPool(choice.url) : await openMemoryPool()
    const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    const migrator = new Migrator({ db: database, provider: migrations })
    await migrator.migrateTo('0008_create_revocation')
    const stored: [account: number | null, username: string, address: string][] = [
      [1, 'admin', '203.0.113.7'],
      [null, 'clave-secreta', '203.0.113.7:4711'],
      [null, 'admin', '[2001:db8::7]:4711'],
      [1, 'admin', '2001:db8::7'],
      [1, 'admin', 'clave-secreta'],
      [1, 'admin', 'unknown'],
      [1, 'admin', '10.0.0.0/8'],
      [1, 'admin', 'fe80::1%clave'],
      [1, 'admin', ''],
    ]
    for (const [account, username, address] of stored)
      await sql`insert into staff_events (account_id, username, action, count, address)
        values (${account}, ${username}, 'sign_in_failed', 0, ${address})`.execute(database)
    expect((await migrator.migrateToLatest()).error).toBeUndefined()

    const events = await database.selectFrom('staff_events').select(['username', 'address']).orderBy('id').execute()
    expect(events.map(({ username, address }) => [username, address])).toEqual([
      ['admin', '203.0.113.7'],
      [null, '203.0.113.7'],
      [null, '2001:db8::7'],
      ['admin', '2001:db8::7'],
      ...Array(5).fill(['admin', null]),
    ])
    await database.destroy()
    await testDatabase.remove()
  })
})
