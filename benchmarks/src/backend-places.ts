import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseChoice } from 'reference-backend'
import { type Database, openDatabase, startPostgres } from 'reference-backend/testing'
import { fillTables } from './backend-data'
import { type BackendHost, startBackendHost } from './backend-host'

/** A backend, and beside it the same database for queries that nothing else waits for. */
export interface Place {
  engine: string
  host: BackendHost
  alone: Database
  close(): Promise<void>
}

/** @returns undefined where no PostgreSQL is installed */
export async function openPostgres(rows: number): Promise<Place | undefined> {
  const server = await startPostgres()
  if (!server) return undefined
  const choice: DatabaseChoice = { kind: 'postgres', url: server.url }
  const alone = await openFilled(choice, rows)
  const host = await startBackendHost(choice)
  const close = async () => {
    await host.close()
    await alone.destroy()
    await server.stop()
  }
  return { engine: 'PostgreSQL', host, alone, close }
}

/** The embedded engine lets in one alone: the database beside the backend is a copy. */
export async function openEmbedded(rows: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-backend-'))
  const [served, copied] = ['served', 'copied'].map((name) => join(folder, name)) as [string, string]
  await (await openFilled({ kind: 'embedded', directory: served }, rows)).destroy()
  await cp(served, copied, { recursive: true })
  const alone = await openDatabase({ kind: 'embedded', directory: copied })
  const host = await startBackendHost({ kind: 'embedded', directory: served })
  const close = async () => {
    await host.close()
    await alone.destroy()
    await rm(folder, { recursive: true })
  }
  return { engine: 'the embedded engine', host, alone, close }
}

async function openFilled(choice: DatabaseChoice, rows: number): Promise<Database> {
  const database = await openDatabase(choice)
  await fillTables(database, rows)
  return database
}
