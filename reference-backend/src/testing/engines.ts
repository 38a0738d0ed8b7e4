import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { createEmbeddedDatabase, type TestDatabase } from './embedded-database'

export type { TestDatabase }

const postgresUrl = inject('postgresUrl')

/** Options of tests that need a PostgreSQL server: without one they are skipped with the reason. */
export const onPostgres = {
  skip: postgresUrl === null,
  meta: { skipReason: 'PostgreSQL is not installed (Debian: postgresql).' },
}

const engines = [
  { name: 'PGlite', options: {}, createDatabase: createEmbeddedDatabase },
  { name: 'PostgreSQL', options: onPostgres, createDatabase: createServerDatabase },
]

/** Runs the same tests on every engine of this machine. */
export function describeOnEachEngine(
  title: string,
  suite: (createDatabase: () => Promise<TestDatabase>) => void,
): void {
  for (const { name, options, createDatabase } of engines) {
    describe(`${title} on ${name}`, options, () => suite(createDatabase))
  }
}

/**
 * Creates a database on the PostgreSQL server of the tests, which opens one in a tenth of the time, or on the embedded
 * engine where no server is installed.
 */
export const createDatabase = postgresUrl === null ? createEmbeddedDatabase : createServerDatabase

/** Creates a database on the PostgreSQL server of the tests. */
export async function createServerDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  const url = new URL(postgresUrl ?? '')
  url.pathname = name
  return {
    choice: { kind: 'postgres' as const, url: url.href },
    remove: () => onServer(`drop database ${name}`),
  }
}

/** Runs a statement in the database `postgres` of that server. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl ?? '' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
