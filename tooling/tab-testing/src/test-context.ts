import { inject } from 'vitest'

/** The origins of a reference backend. */
interface Services {
  securityUrl: string
  apiUrl: string
  /** Of `TestBackend`. */
  staffFolder: string
}

/** Values that the global setup provides to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** One for all workers, or one per worker. */
    backends: Services[]
    /** The settings of development of the remote under test. */
    settings: unknown
    /** The further origins of the remote under test, which `canje.connect` and its settings list. */
    connect: readonly string[]
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
