import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmptyDatabase } from '@canje/reference-backend/testing'
import startBackendPerWorker from '@canje/tab-testing/backend-per-worker'
import type { TestProject } from 'vitest/node'

/** A backend per worker, each on a copy of an empty database. Vitest calls the returned function at the end. */
export default async function startBackends(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'codes-'))
  const close = await startBackendPerWorker(project, async (worker) => {
    const directory = join(folder, String(worker))
    await copyEmptyDatabase(directory)
    return { database: { kind: 'embedded', directory } }
  })
  return async () => {
    await close()
    await rm(folder, { recursive: true })
  }
}
