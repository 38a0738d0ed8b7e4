import { join } from 'node:path'
import type { BackendOptions, DatabaseChoice } from '@canje/reference-backend'
import { asCommandError } from '../project'
import { originOf } from './origin'
import type { Settings } from './settings'

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
  const { SECURITY_URL: securityUrl, API_URL: apiUrl, FEATURES: features } = settings
  if (securityUrl && apiUrl) return { securityUrl, apiUrl, features, close: async () => undefined }
  // Loaded when it is used: most commands that import this package start no backend.
  const { startReferenceBackend } = await import('@canje/reference-backend')
  return startReferenceBackend(optionsOf(settings)).catch((error: unknown) => {
    throw asCommandError(error)
  })
}

/** The database of the reference backend: that of `DATABASE_URL`, or the embedded one in the data directory. */
export function databaseOf({ DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): DatabaseChoice {
  return DATABASE_URL
    ? { kind: 'postgres', url: DATABASE_URL }
    : { kind: 'embedded', directory: join(DATA_DIR, 'database') }
}

/** The options of the reference backend. */
export function optionsOf(settings: Settings): BackendOptions {
  return {
    database: databaseOf(settings),
    securityPort: settings.SECURITY_PORT,
    apiPort: settings.API_PORT,
    allowedOrigins: settings.ALLOWED_HOSTS.map((host) => originOf(settings.PORT, host)),
    allowedHosts: settings.ALLOWED_HOSTS,
    seed: {
      users: settings.SEED_USERS,
      codes: settings.SEED_CODES,
      scores: settings.SEED_SCORES,
      referrals: settings.SEED_REFERRALS,
    },
    admin: { user: settings.ADMIN_USER, password: settings.ADMIN_PASSWORD },
    auditDays: settings.AUDIT_DAYS,
    trustProxy: settings.TRUST_PROXY,
    logLevel: 'warn',
    logStream: process.stderr,
    drainMs: DRAIN_MS,
  }
}
