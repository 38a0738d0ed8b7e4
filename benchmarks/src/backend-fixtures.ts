import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseChoice } from '@canje/reference-backend'
import { type Database, openDatabase, startPostgres } from '@canje/reference-backend/testing'
import { fillTables } from './backend-data'
import { type BackendHost, startBackendHost } from './backend-host'

/** A backend, and direct access to the same data for reference queries. */
export interface BackendFixture {
  engine: string
  host: BackendHost
  directDatabase: Database
  close(): Promise<void>
}

/** @returns undefined when PostgreSQL is not installed */
export async function openPostgres(rows: number): Promise<BackendFixture | undefined> {
  const server = await startPostgres()
  if (!server) return undefined
  const choice: DatabaseChoice = { kind: 'postgres', url: server.url }
  const directDatabase = await openFilled(choice, rows)
  const host = await startBackendHost(choice)
  const close = async () => {
    await host.close()
    await directDatabase.destroy()
    await server.stop()
  }
  return { engine: 'PostgreSQL', host, directDatabase, close }
}

/** Opens a backend on the embedded engine. The engine allows one connection, so that direct queries use a copy. */
export async function openEmbedded(rows: number): Promise<BackendFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-backend-'))
  const [served, copied] = ['served', 'copied'].map((name) => join(folder, name)) as [string, string]
  await (await openFilled({ kind: 'embedded', directory: served }, rows)).destroy()
  await cp(served, copied, { recursive: true })
  const directDatabase = await openDatabase({ kind: 'embedded', directory: copied })
  const host = await startBackendHost({ kind: 'embedded', directory: served })
  const close = async () => {
    await host.close()
    await directDatabase.destroy()
    await rm(folder, { recursive: true })
  }
  return { engine: 'the embedded engine', host, directDatabase, close }
}

async function openFilled(choice: DatabaseChoice, rows: number): Promise<Database> {
  const database = await openDatabase(choice)
  await fillTables(database, rows)
  return database
}
