import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  include: ['src/**/*.test.ts'],
  // The embedded engine takes seconds to make a new database.
  testTimeout: 120_000,
})
