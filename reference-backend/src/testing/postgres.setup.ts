import type { TestProject } from 'vitest/node'
import { installations, startPostgres } from './postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL server of this test run; null when none is installed. */
    postgresUrl: string | null
    /** The folder of that server's socket. */
    postgresSocket: string
  }
}

/** Starts a PostgreSQL server for the tests, and stops it after them. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres()
  if (!server)
    console.log(`PostgreSQL tests are skipped: no server is installed in ${installations} (Debian: postgresql).`)
  project.provide('postgresUrl', server?.url ?? null)
  project.provide('postgresSocket', server?.socket ?? '')
  return server?.stop
}
