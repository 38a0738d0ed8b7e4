import { setFlagsFromString } from 'node:v8'
import { startReferenceBackend } from '@canje/reference-backend'
import type { TestProject } from 'vitest/node'
import { seed, staff } from './test-context'

/** Origin of the jsdom page, set by `url` in vitest.js. */
const pageOrigin = 'http://localhost:3000'

/** Starts the reference backend in memory, once per run. Vitest calls the returned function at the end. */
export default async function startBackend({ provide }: TestProject): Promise<() => Promise<void>> {
  // V8 would optimize the code of a short-lived engine, which takes more time than it saves.
  setFlagsFromString('--liftoff-only')
  const backend = await startReferenceBackend({
    database: { kind: 'memory' },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [pageOrigin],
    seed,
    admin: { user: staff.username, password: staff.password },
    logLevel: 'silent',
  })
  provide('securityUrl', backend.securityUrl)
  provide('apiUrl', backend.apiUrl)
  return backend.close
}
