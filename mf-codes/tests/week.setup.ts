import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReferenceBackend } from '@canje/reference-backend'
import { manageStaff } from '@canje/reference-backend/staff'
import type { TestProject } from 'vitest/node'

/** A reference backend with several accounts of one password. */
interface Week {
  securityUrl: string
  apiUrl: string
  accounts: string[]
  password: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The services of the simulated week; null but with LONG_TESTS. */
    week: Week | null
  }
}

/** Starts a reference backend with three accounts for the simulated week. Vitest calls the returned function at the end. */
export default async function startWeek({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!process.env.LONG_TESTS) {
    provide('week', null)
    return async () => undefined
  }
  const [first, ...others] = ['ana', 'eva', 'luis'] as const
  const password = 'pruebas-1234'
  const directory = await mkdtemp(join(tmpdir(), 'week-'))
  const database = { kind: 'embedded', directory } as const
  const { close, securityUrl, apiUrl } = await startReferenceBackend({
    database,
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    seed: { users: 5, codes: 60, scores: 20, referrals: 0 },
    admin: { user: first, password },
    logLevel: 'silent',
  })
  for (const username of others) await manageStaff(database, { action: 'add', username, password })
  provide('week', { securityUrl, apiUrl, accounts: [first, ...others], password })
  return async () => {
    await close()
    await rm(directory, { recursive: true })
  }
}
