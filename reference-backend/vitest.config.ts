import { nodeTests, WAIT_LIMIT } from '../vitest.base.ts'

export default nodeTests({
  globalSetup: ['src/testing/empty-database.setup.ts', 'src/testing/postgres.setup.ts'],
  setupFiles: [WAIT_LIMIT, 'src/testing/cheap-hashes.setup.ts'],
})
