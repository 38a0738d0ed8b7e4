import { inject } from 'vitest'

/** The origins of a reference backend. */
interface Services {
  securityUrl: string
  apiUrl: string
}

/** Values that the global setup provides to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** One for all workers, or one per worker. */
    backends: Services[]
  }
}

/** The reference backend of this worker. */
export function ownServices(): Services {
  const backends = inject('backends')
  const services = backends[Number(process.env.VITEST_POOL_ID) % backends.length]
  if (!services)
    throw new Error('No backend was started: add a global setup of @canje/tab-testing to vitest.config.ts.')
  return services
}

/** The staff account in the test database. */
export const staff = { username: 'pruebas', password: 'pruebas-1234' }

/** Row counts of the test database: at least three pages per table, with an incomplete last page. */
export const seed = { users: 23, codes: 38, scores: 34, referrals: 27 }
