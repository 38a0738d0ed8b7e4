import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  globalSetup: ['src/testing/empty-database.setup.ts', 'src/testing/postgres.setup.ts'],
})
