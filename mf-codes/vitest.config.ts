import { remoteTests } from '@canje/tab-testing/vitest'

// Tests that change codes must not run beside tests that read them.
export default remoteTests({
  isolate: false,
  fileParallelism: false,
  globalSetup: ['@canje/tab-testing/global-setup', './tests/postgres.setup.ts'],
})
