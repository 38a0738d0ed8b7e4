import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database/connect'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Directory of a migrated, empty embedded database. Initializing one takes seconds, opening a copy less than one. */
    emptyPglite: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'reference-backend-pglite-'))
  const database = await openDatabase({ kind: 'embedded', directory })
  // Nothing uses the templates of new databases, and they are nine tenths of the files to copy.
  await sql`update pg_database set datistemplate = false`.execute(database)
  for (const template of ['template0', 'template1']) await sql`drop database ${sql.id(template)}`.execute(database)
  await database.destroy()
  project.provide('emptyPglite', directory)
  return () => rm(directory, { recursive: true })
}
