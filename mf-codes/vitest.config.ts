import { remoteTests } from '../vitest.base.ts'

// Tests that change codes must not run beside tests that read them.
export default remoteTests({
  fileParallelism: false,
  globalSetup: ['tab-testing/global-setup', './tests/postgres.setup.ts'],
})
