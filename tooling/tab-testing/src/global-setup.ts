import { setFlagsFromString } from 'node:v8'
import { startReferenceBackend } from '@canje/reference-backend'
import type { TestProject } from 'vitest/node'
import { seed, staff } from './test-context'

/** Origin of the jsdom page, set by `url` in vitest.mjs. */
const pageOrigin = 'http://localhost:3000'

/** Starts the reference backend in memory, once per run. Vitest calls the returned function at the end. */
export default function startBackend(project: TestProject): Promise<() => Promise<void>> {
  return startBackends(project, 1)
}

/**
 * Starts reference backends in memory, each with its own data.
 *
 * @param count with fewer than workers, several of them share a backend
 */
export async function startBackends({ provide }: TestProject, count: number): Promise<() => Promise<void>> {
  // V8 would optimize the code of a short-lived engine, which takes more time than it saves.
  setFlagsFromString('--liftoff-only')
  const backends = await Promise.all(Array.from({ length: count }, startOne))
  provide(
    'backends',
    backends.map(({ securityUrl, apiUrl }) => ({ securityUrl, apiUrl })),
  )
  return async () => {
    await Promise.all(backends.map(({ close }) => close()))
  }
}

function startOne() {
  return startReferenceBackend({
    database: { kind: 'memory' },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [pageOrigin],
    seed,
    admin: { user: staff.username, password: staff.password },
    logLevel: 'silent',
  })
}
