import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database/connect'
import { dropTemplates } from './drop-templates'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Directory of a migrated, empty embedded database. Initializing one takes seconds, opening a copy less than one. */
    emptyPglite: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'reference-backend-pglite-'))
  const database = await openDatabase({ kind: 'embedded', directory })
  await dropTemplates(database)
  await database.destroy()
  project.provide('emptyPglite', directory)
  return () => rm(directory, { recursive: true })
}
