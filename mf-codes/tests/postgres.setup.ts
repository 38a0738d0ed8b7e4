import { startReferenceBackend } from '@canje/reference-backend'
import { startPostgres } from '@canje/reference-backend/testing'
import type { TestProject } from 'vitest/node'
import { staff } from './staff'

declare module 'vitest' {
  interface ProvidedContext {
    /** Reference backend on PostgreSQL, with concurrent requests; null without PostgreSQL or LONG_TESTS. */
    onPostgres: { securityUrl: string; apiUrl: string; databaseUrl: string } | null
  }
}

/** Starts a reference backend on PostgreSQL for the seeded tests. Vitest calls the returned function at the end. */
export default async function startOnPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  // Its start takes more time than the few runs without LONG_TESTS.
  const server = process.env.LONG_TESTS ? await startPostgres() : null
  if (!server) {
    provide('onPostgres', null)
    return async () => undefined
  }
  const { close, securityUrl, apiUrl } = await startReferenceBackend({
    database: { kind: 'postgres', url: server.url },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    seed: { users: 5, codes: 15, scores: 10, referrals: 0 },
    admin: { user: staff.username, password: staff.password },
    logLevel: 'silent',
  })
  provide('onPostgres', { securityUrl, apiUrl, databaseUrl: server.url })
  return async () => {
    await close()
    await server.stop()
  }
}
