import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { BackendOptions, ReferenceBackend } from '@canje/reference-backend'
import { seed, staff } from './test-data'

/** A backend of tests. */
export interface TestBackend extends ReferenceBackend {
  /** Where it takes commands on staff accounts; undefined for one that many runs share. */
  staffFolder?: string
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

/**
 * The backend of a run of tests: that of `TEST_SECURITY_URL` and `TEST_API_URL`, which many runs may share, or one of its
 * own.
 *
 * @param pageOrigin of {@link startBackend}
 * @param options of {@link startBackend}
 */
export async function openBackend(pageOrigin: string, options?: Partial<BackendOptions>): Promise<TestBackend> {
  const { TEST_SECURITY_URL: securityUrl, TEST_API_URL: apiUrl } = process.env
  if (!securityUrl || !apiUrl) return startBackend(pageOrigin, options)
  return { securityUrl, apiUrl, features: [], close: async () => undefined }
}
