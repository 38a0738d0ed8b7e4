import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../src/database/connect'
import type { Database } from '../src/database/schema'
import { createDatabase, type TestDatabase } from '../src/testing/engines'

/** Opens a new database for the tests of a file or a group. @returns it, once a test runs */
export function newDatabase(): () => Database {
  let created: TestDatabase
  let database: Database
  beforeAll(async () => {
    created = await createDatabase()
    database = await openDatabase(created.choice)
  })
  afterAll(async () => {
    await database.destroy()
    await created.remove()
  })
  return () => database
}
