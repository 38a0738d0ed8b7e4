import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseChoice } from '../database/connect'
import { copyEmptyDatabase } from './empty-database'

/** A new, empty database that persists when a backend on it is closed. */
export interface TestDatabase {
  choice: DatabaseChoice
  remove(): Promise<void>
}

/** Creates a database of the embedded engine as a copy of an empty one, which is faster than initializing one. */
export async function createEmbeddedDatabase() {
  const directory = await mkdtemp(join(tmpdir(), 'reference-backend-'))
  await copyEmptyDatabase(directory)
  return {
    choice: { kind: 'embedded' as const, directory },
    remove: () => rm(directory, { recursive: true }),
  }
}
