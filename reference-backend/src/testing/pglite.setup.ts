import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An empty embedded database to copy: making one takes seconds, opening a copy a fraction of one. */
    emptyPglite: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'reference-backend-pglite-'))
  const engine = await PGlite.create(join(directory, 'pgdata'))
  await engine.close()
  project.provide('emptyPglite', directory)
  return () => rm(directory, { recursive: true })
}
