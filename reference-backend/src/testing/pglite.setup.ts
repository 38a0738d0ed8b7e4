import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Directory of an empty embedded database to copy: initializing one takes seconds, opening a copy less than one. */
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
