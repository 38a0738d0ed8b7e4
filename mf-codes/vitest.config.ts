import { remoteTests } from '@canje/tab-testing/vitest'

export default remoteTests({
  isolate: false,
  globalSetup: ['@canje/tab-testing/backend-per-worker', './tests/postgres.setup.ts', './tests/week.setup.ts'],
})
