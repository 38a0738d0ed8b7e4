import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  include: ['src/**/*.test.ts'],
  globalSetup: ['src/testing/pglite.setup.ts', 'src/testing/postgres.setup.ts'],
  // Loading the embedded engine anew for each file would cost a second a file.
  isolate: false,
  maxWorkers: 2,
  // An embedded engine takes seconds to make a new database.
  hookTimeout: 120_000,
  testTimeout: 120_000,
})
