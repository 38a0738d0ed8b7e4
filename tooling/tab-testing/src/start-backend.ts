import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { BackendOptions, ReferenceBackend } from '@canje/reference-backend'
import { seed, staff } from './test-data'

/** A backend of tests. */
export interface TestBackend extends ReferenceBackend {
  /** Where it takes commands on staff accounts. */
  staffFolder: string
}

/**
 * Starts a reference backend on free ports, with data of its own: in memory, unless the options name a database.
 *
 * @param pageOrigin origin of the pages that may read its responses
 * @param options other data, another account or another database
 */
export async function startBackend(pageOrigin: string, options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  // Loaded here, because it takes half a second and most browser tests do not need it.
  const { startReferenceBackend } = await import('@canje/reference-backend')
  // V8 would optimize the code of a short-lived engine, which takes more time than it saves.
  setFlagsFromString('--liftoff-only')
  const staffFolder = await mkdtemp(join(tmpdir(), 'canje-staff-'))
  const backend = await startReferenceBackend({
    database: { kind: 'memory' },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [pageOrigin],
    seed,
    admin: { user: staff.username, password: staff.password },
    logLevel: 'silent',
    staffFolder,
    ...options,
  })
  const close = async () => {
    await backend.close()
    await rm(staffFolder, { recursive: true })
  }
  return { ...backend, staffFolder, close }
}
