import { createEmbeddedDatabase, type TestDatabase } from '@canje/reference-backend/testing'
import startBackendPerWorker from '@canje/tab-testing/backend-per-worker'
import type { TestProject } from 'vitest/node'

/** A backend per worker, each on a copy of an empty database. Vitest calls the returned function at the end. */
export default async function startBackends(project: TestProject): Promise<() => Promise<void>> {
  const databases: TestDatabase[] = []
  const close = await startBackendPerWorker(project, async () => {
    const database = await createEmbeddedDatabase()
    databases.push(database)
    return { database: database.choice }
  })
  return async () => {
    await close()
    await Promise.all(databases.map((database) => database.remove()))
  }
}
