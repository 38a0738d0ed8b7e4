import { join } from 'node:path'
import type { BackendOptions, DatabaseChoice } from '@canje/reference-backend'
import { asCommandError } from '../project'
import { originOf } from './origin'
import type { ReferenceBackendSettings, Settings } from './settings'

/** Time for running requests to finish, of the 5 s that a shutdown takes at most. */
const DRAIN_MS = 4_000

/** The services of the reference backend or of an external one. */
export interface Backend {
  securityUrl: string
  apiUrl: string
  /** Capabilities beyond the specification (D27, optional features). */
  features: string[]
  close(): Promise<unknown>
}

/**
 * Starts the reference backend for the pages of the shell, unless the settings name an external backend.
 *
 * @throws CommandError when it cannot be started
 */
export async function startBackend(settings: Settings): Promise<Backend> {
  const { backend } = settings
  if (backend.kind === 'external') {
    const { securityUrl, apiUrl, features } = backend
    return { securityUrl, apiUrl, features, close: async () => undefined }
  }
  // Loaded when it is used: most commands that import this package start no backend.
  const { startReferenceBackend } = await import('@canje/reference-backend')
  return startReferenceBackend(optionsOf(backend, settings)).catch((error: unknown) => {
    throw asCommandError(error)
  })
}

/** The database of the reference backend: that of `DATABASE_URL`, or the embedded one in the data directory. */
export function databaseOf(databaseUrl: string | undefined, dataDirectory: string): DatabaseChoice {
  return databaseUrl
    ? { kind: 'postgres', url: databaseUrl }
    : { kind: 'embedded', directory: join(dataDirectory, 'database') }
}

function optionsOf(
  { kind: _, databaseUrl, ...backend }: ReferenceBackendSettings,
  { port, allowedHosts, dataDirectory }: Settings,
): BackendOptions {
  return {
    ...backend,
    database: databaseOf(databaseUrl, dataDirectory),
    allowedOrigins: allowedHosts.map((host) => originOf(port, host)),
    allowedHosts,
    logLevel: 'warn',
    logStream: process.stderr,
    drainMs: DRAIN_MS,
  }
}
