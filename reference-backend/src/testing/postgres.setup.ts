import type { TestProject } from 'vitest/node'
import { installations, passwordUser, startPostgres } from './postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server for this run of the tests, null where none is installed. */
    postgresUrl: string | null
    /** The name that this server lets in by password only; it has none. */
    passwordUser: string
  }
}

/** Starts a PostgreSQL server of the tests' own, and ends it after them. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres()
  if (!server)
    console.log(`PostgreSQL tests are left out: there is no server in ${installations} (Debian: postgresql).`)
  project.provide('passwordUser', passwordUser)
  project.provide('postgresUrl', server?.url ?? null)
  return server?.stop
}
