import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  include: ['src/**/*.test.ts'],
  globalSetup: ['src/testing/pglite.setup.ts', 'src/testing/postgres.setup.ts'],
  // Loading the embedded engine for each file would add a second per file.
  isolate: false,
  maxWorkers: 2,
  // An embedded engine takes seconds to initialize a database.
  hookTimeout: 120_000,
  testTimeout: 120_000,
})
