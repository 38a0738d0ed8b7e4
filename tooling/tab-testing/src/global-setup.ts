import { setFlagsFromString } from 'node:v8'
import { type ReferenceBackend, startReferenceBackend } from '@canje/reference-backend'
import type { TestProject } from 'vitest/node'
import { seed, staff } from './test-context'

/** Origin of the jsdom page, set by `url` in vitest.js. */
const pageOrigin = 'http://localhost:3000'

declare global {
  /** Of all projects of a run. Each of them loads this module itself. */
  var sharedBackend: Promise<ReferenceBackend> | undefined
}

/** Starts the reference backend in memory, once per run. Vitest calls the returned function at the end. */
export default async function startBackend(project: TestProject): Promise<() => Promise<void>> {
  globalThis.sharedBackend ??= start()
  provideBackends(project, [await globalThis.sharedBackend])
  return async () => {
    const backend = globalThis.sharedBackend
    globalThis.sharedBackend = undefined
    await (await backend)?.close()
  }
}

export function provideBackends({ provide }: TestProject, backends: ReferenceBackend[]): void {
  provide(
    'backends',
    backends.map(({ securityUrl, apiUrl }) => ({ securityUrl, apiUrl })),
  )
}

/** Starts a reference backend with data of its own. */
export function start(): Promise<ReferenceBackend> {
  // V8 would optimize the code of a short-lived engine, which takes more time than it saves.
  setFlagsFromString('--liftoff-only')
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
